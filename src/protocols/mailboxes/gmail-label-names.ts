// The names of Gmail's own labels as Google Takeout writes them, in the language of the account: one row for each
// language, variants with | between them. `category` is the word before the name of a category ("Category Updates",
// `Kategorie: "Werbung"`), `categories` are the names after it. Gmail has used several wordings over the years.
export type GmailLabel =
  | 'inbox'
  | 'sent'
  | 'drafts'
  | 'spam'
  | 'trash'
  | 'starred'
  | 'important'
  | 'unread'
  | 'opened'
  | 'archived'
  | 'all'
  | 'chat'
  | 'snoozed'
  | 'scheduled';

export interface GmailLanguage extends Partial<Record<GmailLabel, string>> {
  language: string;
  category: string;
  categories: string;
}

// biome-ignore format: a table
export const gmailLanguages: GmailLanguage[] = [
  { language: 'en', inbox: 'Inbox', sent: 'Sent|Sent Mail', drafts: 'Drafts|Draft', spam: 'Spam', trash: 'Trash|Bin', starred: 'Starred', important: 'Important', unread: 'Unread', opened: 'Opened', archived: 'Archived', all: 'All Mail', chat: 'Chat|Chats', snoozed: 'Snoozed', scheduled: 'Scheduled',
    category: 'Category', categories: 'Personal|Primary|Social|Promotions|Updates|Forums|Purchases|Reservations|Travel|Finance' },
  { language: 'de', inbox: 'Posteingang', sent: 'Gesendet|Gesendete Nachrichten|Gesendete E-Mails', drafts: 'Entwürfe|Entwurf', spam: 'Spam', trash: 'Papierkorb', starred: 'Markiert', important: 'Wichtig', unread: 'Ungelesen', opened: 'Geöffnet', archived: 'Archiviert', all: 'Alle Nachrichten|Alle E-Mails', chat: 'Chat|Chats', snoozed: 'Zurückgestellt', scheduled: 'Geplant',
    category: 'Kategorie', categories: 'Persönlich|Allgemein|Soziale Medien|Soziale Netzwerke|Werbung|Neuigkeiten|Benachrichtigungen|Foren|Käufe|Reisen' },
  { language: 'fr', inbox: 'Boîte de réception', sent: 'Messages envoyés|Envoyés|Envoyé|E-mails envoyés', drafts: 'Brouillons|Brouillon', spam: 'Spam|Spams', trash: 'Corbeille', starred: 'Suivis|Messages suivis|Favoris', important: 'Important|Importants', unread: 'Non lus|Non lu|Messages non lus', opened: 'Ouvert|Ouverts', archived: 'Messages archivés|Archivés|Archivé', all: 'Tous les messages', chat: 'Chat|Chats', snoozed: 'En attente|Mis en attente', scheduled: 'Planifiés|Planifié|Programmés',
    category: 'Catégorie', categories: 'Principale|Personnel|E-mails personnels|Réseaux sociaux|Promotions|Notifications|Mises à jour|Forums|Achats|Réservations|Voyages' },
  { language: 'es', inbox: 'Recibidos|Bandeja de entrada', sent: 'Enviados|Enviado', drafts: 'Borradores|Borrador', spam: 'Spam', trash: 'Papelera', starred: 'Destacados|Destacado', important: 'Importantes|Importante', unread: 'No leídos|No leído|Sin leer', opened: 'Abierto|Abiertos', archived: 'Archivados|Archivado', all: 'Todos los mensajes', chat: 'Chat|Chats', snoozed: 'Pospuestos', scheduled: 'Programados',
    category: 'Categoría', categories: 'Personal|Principal|Social|Promociones|Notificaciones|Actualizaciones|Foros|Compras|Reservas|Viajes' },
  { language: 'it', inbox: 'Posta in arrivo', sent: 'Posta inviata|Inviata|Inviati', drafts: 'Bozze|Bozza', spam: 'Spam', trash: 'Cestino', starred: 'Speciali|Speciale', important: 'Importanti|Importante', unread: 'Da leggere|Non letti|Non letto|Non lette', opened: 'Aperto|Aperti|Aperta', archived: 'Archiviati|Archiviato|Archiviata', all: 'Tutti i messaggi', chat: 'Chat', snoozed: 'Posticipati', scheduled: 'Programmati',
    category: 'Categoria', categories: 'Personale|Principale|Social|Promozioni|Aggiornamenti|Notifiche|Forum|Acquisti|Viaggi' },
  { language: 'pt-BR', inbox: 'Caixa de entrada|Entrada', sent: 'Enviados|E-mails enviados|Enviadas', drafts: 'Rascunhos|Rascunho', spam: 'Spam', trash: 'Lixeira', starred: 'Com estrela|Marcados com estrela', important: 'Importante|Importantes', unread: 'Não lidas|Não lida|Não lidos|Não lido', opened: 'Aberto|Abertos|Aberta|Abertas', archived: 'Arquivado|Arquivados|Arquivada|Arquivadas', all: 'Todos os e-mails', chat: 'Chat|Chats|Bate-papo|Bate-papos', snoozed: 'Adiados|Adiadas', scheduled: 'Programados|Agendados',
    category: 'Categoria', categories: 'Pessoal|Principal|Social|Redes sociais|Promoções|Atualizações|Fóruns|Compras|Viagens' },
  { language: 'pt-PT', inbox: 'Caixa de entrada|A receber', sent: 'Correio enviado|Enviado|Enviados|Enviadas', drafts: 'Rascunhos|Rascunho', spam: 'Spam', trash: 'Lixo|Reciclagem', starred: 'Com estrela', important: 'Importante', unread: 'Não lido|Não lidos|Não lidas', opened: 'Aberto|Abertos', archived: 'Arquivado|Arquivados', all: 'Todo o correio', chat: 'Chat|Chats', snoozed: 'Suspensos|Adiados', scheduled: 'Agendados',
    category: 'Categoria', categories: 'Pessoal|Principal|Social|Redes sociais|Promoções|Atualizações|Fóruns|Compras|Viagens' },
  { language: 'ca', inbox: "Safata d'entrada|Rebuts", sent: 'Enviats|Enviat|Correu enviat', drafts: 'Esborranys|Esborrany', spam: 'Correu brossa|Spam', trash: 'Paperera', starred: 'Destacats', important: 'Important|Importants', unread: 'No llegits|No llegit|Sense llegir', opened: 'Obert|Oberts', archived: 'Arxivat|Arxivats', all: 'Tots els missatges', chat: 'Xat|Xats',
    category: 'Categoria', categories: 'Personal|Principal|Social|Promocions|Actualitzacions|Notificacions|Fòrums' },
  { language: 'ro', inbox: 'Mesaje primite|Primite|Căsuța de intrare', sent: 'Mesaje trimise|Trimise', drafts: 'Mesaje nefinalizate|Schițe|Ciorne', spam: 'Spam', trash: 'Coș de gunoi|Coș', starred: 'Cu stea', important: 'Important|Importante', unread: 'Necitite|Necitit', opened: 'Deschise|Deschis', archived: 'Arhivate|Arhivat', all: 'Toate mesajele', chat: 'Chat|Chaturi', snoozed: 'Amânate', scheduled: 'Programate',
    category: 'Categorie|Categoria', categories: 'Personale|Personal|Principale|Social|Rețele sociale|Promoții|Actualizări|Notificări|Forumuri|Achiziții|Călătorii' },
  { language: 'nl', inbox: 'Inbox|Postvak IN', sent: 'Verzonden|Verzonden berichten|Verzonden items', drafts: 'Concepten|Concept', spam: 'Spam', trash: 'Prullenbak', starred: 'Met ster', important: 'Belangrijk', unread: 'Ongelezen', opened: 'Geopend', archived: 'Gearchiveerd', all: 'Alle berichten|Alle e-mail', chat: 'Chat|Chats', snoozed: 'Gesnoozed|Op snooze', scheduled: 'Gepland',
    category: 'Categorie', categories: 'Persoonlijk|Primair|Sociaal|Reclame|Promoties|Updates|Meldingen|Forums|Fora|Aankopen|Reizen' },
  { language: 'sv', inbox: 'Inkorgen|Inkorg', sent: 'Skickat|Skickade|Skickade mail', drafts: 'Utkast', spam: 'Skräppost|Spam', trash: 'Papperskorgen|Papperskorg', starred: 'Stjärnmärkt|Stjärnmärkta', important: 'Viktigt', unread: 'Oläst|Olästa', opened: 'Öppnad|Öppnat|Öppnade', archived: 'Arkiverat|Arkiverad|Arkiverade', all: 'Alla mail|Alla mejl|All e-post', chat: 'Chatt|Chattar', snoozed: 'Snoozade|Snoozat', scheduled: 'Schemalagda|Schemalagt',
    category: 'Kategori', categories: 'Personligt|Primärt|Socialt|Kampanjer|Reklam|Uppdateringar|Forum|Inköp|Resor' },
  { language: 'da', inbox: 'Indbakke', sent: 'Sendte mails|Sendt|Sendte', drafts: 'Kladder|Kladde', spam: 'Spam', trash: 'Papirkurv', starred: 'Stjernemarkerede|Stjernemarkeret|Med stjerne', important: 'Vigtige|Vigtigt|Vigtig', unread: 'Ulæste|Ulæst', opened: 'Åbnet|Åbnede', archived: 'Arkiveret|Arkiverede', all: 'Alle e-mails|Alle mails', chat: 'Chat|Chats', snoozed: 'Udsatte|Udsat', scheduled: 'Planlagte|Planlagt',
    category: 'Kategori', categories: 'Personligt|Personlig|Primær|Socialt|Sociale medier|Kampagner|Reklamer|Opdateringer|Underretninger|Fora|Køb|Rejser' },
  { language: 'nb', inbox: 'Innboks|Innboksen', sent: 'Sendt|Sendt e-post', drafts: 'Utkast', spam: 'Søppelpost|Spam', trash: 'Papirkurv|Søppelbøtte', starred: 'Stjernemerket|Stjernemerkede|Med stjerne', important: 'Viktig', unread: 'Ulest|Uleste', opened: 'Åpnet', archived: 'Arkivert|Arkiverte', all: 'All e-post', chat: 'Chat|Nettprat', snoozed: 'Slumrer|Utsatt', scheduled: 'Planlagt',
    category: 'Kategori', categories: 'Personlig|Primær|Sosialt|Sosiale medier|Reklame|Kampanjer|Oppdateringer|Forum|Kjøp|Reiser' },
  { language: 'fi', inbox: 'Saapuneet|Postilaatikko', sent: 'Lähetetyt|Lähetetty|Lähetetyt viestit', drafts: 'Luonnokset|Luonnos', spam: 'Roskaposti|Spam', trash: 'Roskakori', starred: 'Tähdellä merkityt|Tähdellä merkitty|Tähdelliset', important: 'Tärkeät|Tärkeä', unread: 'Lukematta|Lukemattomat|Lukematon', opened: 'Avattu|Avatut', archived: 'Arkistoitu|Arkistoidut', all: 'Kaikki viestit', chat: 'Chat|Chatit', snoozed: 'Torkutetut|Torkutettu', scheduled: 'Ajoitetut|Ajoitettu',
    category: 'Luokka|Kategoria', categories: 'Henkilökohtainen|Ensisijainen|Sosiaaliset|Sosiaalinen|Tarjoukset|Mainokset|Päivitykset|Ilmoitukset|Keskusteluryhmät|Foorumit|Ostokset|Matkat' },
  { language: 'et', inbox: 'Postkast', sent: 'Saadetud|Saadetud kirjad', drafts: 'Mustandid', spam: 'Rämpspost|Spam', trash: 'Prügikast', starred: 'Tärniga', important: 'Oluline|Tähtis', unread: 'Lugemata', opened: 'Avatud', archived: 'Arhiivitud', all: 'Kõik kirjad', chat: 'Vestlused',
    category: 'Kategooria', categories: 'Isiklik|Sotsiaalne|Reklaam|Värskendused|Foorumid' },
  { language: 'lv', inbox: 'Iesūtne', sent: 'Nosūtītie|Nosūtītās vēstules', drafts: 'Melnraksti', spam: 'Surogātpasts|Mēstules|Spam', trash: 'Miskaste|Atkritne', starred: 'Ar zvaigznīti', important: 'Svarīgi|Svarīgas', unread: 'Nelasītie|Nelasīts|Nelasītas', opened: 'Atvērts|Atvērtas', archived: 'Arhivēts|Arhivētas', all: 'Visas vēstules', chat: 'Tērzēšana',
    category: 'Kategorija', categories: 'Personīgi|Sociālie tīkli|Reklāma|Atjauninājumi|Forumi' },
  { language: 'lt', inbox: 'Gautieji', sent: 'Išsiųsti|Išsiųsti laiškai', drafts: 'Juodraščiai', spam: 'Šlamštas|Spam', trash: 'Šiukšliadėžė|Šiukšlinė', starred: 'Pažymėta žvaigždute|Pažymėti žvaigždute', important: 'Svarbu|Svarbūs', unread: 'Neskaityta|Neskaityti', opened: 'Atidaryta|Atidaryti', archived: 'Suarchyvuota|Archyvuota', all: 'Visi laiškai', chat: 'Pokalbiai',
    category: 'Kategorija', categories: 'Asmeninė|Socialinė|Reklamos|Atnaujinimai|Forumai' },
  { language: 'pl', inbox: 'Odebrane|Skrzynka odbiorcza', sent: 'Wysłane', drafts: 'Wersje robocze|Robocze', spam: 'Spam', trash: 'Kosz', starred: 'Oznaczone gwiazdką|Z gwiazdką', important: 'Ważne', unread: 'Nieprzeczytane', opened: 'Otwarte|Otwarto', archived: 'Zarchiwizowane|Zarchiwizowano', all: 'Wszystkie|Cała poczta', chat: 'Czat|Czaty', snoozed: 'Odłożone', scheduled: 'Zaplanowane',
    category: 'Kategoria', categories: 'Osobiste|Główne|Społeczności|Oferty|Powiadomienia|Aktualizacje|Fora|Zakupy|Podróże' },
  { language: 'cs', inbox: 'Doručená pošta|Doručené', sent: 'Odeslaná pošta|Odeslané|Odesláno', drafts: 'Koncepty|Koncept', spam: 'Spam', trash: 'Koš', starred: 'S hvězdičkou|Označené hvězdičkou', important: 'Důležité', unread: 'Nepřečtené|Nepřečteno', opened: 'Otevřené|Otevřeno', archived: 'Archivované|Archivováno', all: 'Všechny zprávy|Veškerá pošta', chat: 'Chat|Chaty', snoozed: 'Odložené', scheduled: 'Naplánované',
    category: 'Kategorie', categories: 'Osobní|Primární|Sociální sítě|Společenské|Promoakce|Reklamy|Upozornění|Aktualizace|Aktuality|Fóra|Nákupy|Cestování' },
  { language: 'sk', inbox: 'Doručená pošta|Doručené', sent: 'Odoslaná pošta|Odoslané', drafts: 'Koncepty|Koncept', spam: 'Spam', trash: 'Kôš', starred: 'S hviezdičkou|Označené hviezdičkou', important: 'Dôležité', unread: 'Neprečítané', opened: 'Otvorené', archived: 'Archivované', all: 'Všetky správy', chat: 'Čet|Čety', snoozed: 'Odložené', scheduled: 'Naplánované',
    category: 'Kategória', categories: 'Osobné|Primárne|Sociálne siete|Reklamy|Upozornenia|Fóra|Nákupy' },
  { language: 'sl', inbox: 'Prejeto', sent: 'Poslano|Poslana pošta', drafts: 'Osnutki', spam: 'Neželena pošta|Vsiljena pošta|Spam', trash: 'Koš|Smetnjak', starred: 'Z zvezdico', important: 'Pomembno', unread: 'Neprebrano', opened: 'Odprto', archived: 'Arhivirano', all: 'Vsa pošta', chat: 'Klepeti',
    category: 'Kategorija', categories: 'Osebno|Družabno|Promocije|Posodobitve|Forumi' },
  { language: 'hr', inbox: 'Pristigla pošta|Primljeno|Ulazna pošta', sent: 'Poslano|Poslana pošta', drafts: 'Skice', spam: 'Neželjena pošta|Spam', trash: 'Otpad|Smeće', starred: 'Sa zvjezdicom|Označeno zvjezdicom', important: 'Važno', unread: 'Nepročitano|Nepročitana', opened: 'Otvoreno', archived: 'Arhivirano', all: 'Sva pošta', chat: 'Chatovi',
    category: 'Kategorija', categories: 'Osobno|Društveno|Promocije|Ažuriranja|Novosti|Forumi' },
  { language: 'sr', inbox: 'Примљено|Пријемно сандуче', sent: 'Послато|Послате', drafts: 'Недовршено|Нацрти|Радне верзије', spam: 'Непожељно|Спам', trash: 'Отпад', starred: 'Са звездицом', important: 'Важно', unread: 'Непрочитано', opened: 'Отворено', archived: 'Архивирано', all: 'Сва пошта', chat: 'Ћаскања',
    category: 'Категорија', categories: 'Лично|Друштвено|Промоције|Новости|Форуми' },
  { language: 'hu', inbox: 'Beérkező levelek|Beérkezett üzenetek', sent: 'Elküldött levelek|Elküldött|Elküldött üzenetek', drafts: 'Piszkozatok|Piszkozat', spam: 'Spam', trash: 'Kuka|Lomtár', starred: 'Csillagozott|Csillagozottak', important: 'Fontos', unread: 'Olvasatlan', opened: 'Megnyitva|Megnyitott', archived: 'Archivált|Archiválva', all: 'Összes levél|Minden levél', chat: 'Csevegés|Csevegések', snoozed: 'Elhalasztott', scheduled: 'Ütemezett',
    category: 'Kategória', categories: 'Személyes|Elsődleges|Közösségi|Promóciók|Frissítések|Értesítések|Fórumok|Vásárlások|Utazás' },
  { language: 'el', inbox: 'Εισερχόμενα', sent: 'Απεσταλμένα', drafts: 'Πρόχειρα|Πρόχειρο', spam: 'Ανεπιθύμητα|Ανεπιθύμητη αλληλογραφία|Spam', trash: 'Κάδος|Κάδος απορριμμάτων', starred: 'Με αστέρι', important: 'Σημαντικά|Σημαντικό', unread: 'Μη αναγνωσμένα|Μη αναγνωσμένο', opened: 'Άνοιξε|Ανοιγμένα|Ανοίχτηκε', archived: 'Αρχειοθετημένα|Αρχειοθετήθηκε', all: 'Όλα τα μηνύματα|Όλη η αλληλογραφία', chat: 'Συζητήσεις|Συνομιλίες', snoozed: 'Σε αναβολή', scheduled: 'Προγραμματισμένα',
    category: 'Κατηγορία', categories: 'Προσωπικά|Κύρια|Κοινωνικά|Προσφορές|Ενημερώσεις|Φόρουμ|Αγορές|Ταξίδια' },
  { language: 'bg', inbox: 'Входяща поща', sent: 'Изпратени|Изпратена поща', drafts: 'Чернови', spam: 'Спам', trash: 'Кошче', starred: 'Със звезда', important: 'Важни|Важно', unread: 'Непрочетени|Непрочетено', opened: 'Отворени|Отворено', archived: 'Архивирани|Архивирано', all: 'Цялата поща', chat: 'Чатове',
    category: 'Категория', categories: 'Лични|Социални|Промоции|Актуализации|Форуми|Покупки' },
  { language: 'ru', inbox: 'Входящие', sent: 'Отправленные|Отправлено', drafts: 'Черновики|Черновик', spam: 'Спам', trash: 'Корзина', starred: 'Помеченные|Отмеченные|Со звездочкой', important: 'Важное|Важные', unread: 'Непрочитанные|Непрочитанное|Не прочитано', opened: 'Открыто|Открытые', archived: 'В архиве|Архивированные|Заархивировано|Архив', all: 'Вся почта', chat: 'Чат|Чаты', snoozed: 'Отложенные', scheduled: 'Запланированные',
    category: 'Категория', categories: 'Личные|Несортированные|Соцсети|Промоакции|Реклама|Обновления|Оповещения|Форумы|Покупки|Путешествия|Бронирования' },
  { language: 'uk', inbox: 'Вхідні', sent: 'Надіслані|Надіслано', drafts: 'Чернетки|Чернетка', spam: 'Спам', trash: 'Кошик', starred: 'Із зірочкою|З зірочкою', important: 'Важливі|Важливо|Важливе', unread: 'Непрочитані|Непрочитане|Не прочитано', opened: 'Відкрито|Відкриті', archived: 'Архівовані|Архівовано|Заархівовані|Архів', all: 'Уся пошта|Вся пошта', chat: 'Чат|Чати', snoozed: 'Відкладені', scheduled: 'Заплановані',
    category: 'Категорія', categories: 'Особисті|Основні|Соцмережі|Соціальні|Реклама|Промоакції|Оновлення|Сповіщення|Форуми|Покупки|Подорожі' },
  { language: 'tr', inbox: 'Gelen Kutusu', sent: 'Gönderilmiş Postalar|Gönderilenler|Gönderildi', drafts: 'Taslaklar|Taslak', spam: 'Spam', trash: 'Çöp Kutusu', starred: 'Yıldızlı|Yıldızlılar', important: 'Önemli', unread: 'Okunmamış|Okunmadı', opened: 'Açıldı|Açılmış', archived: 'Arşivlendi|Arşivlenmiş|Arşivlenenler', all: 'Tüm Postalar', chat: 'Sohbet|Sohbetler', snoozed: 'Ertelenenler|Ertelendi', scheduled: 'Planlanmış|Planlandı',
    category: 'Kategori', categories: 'Kişisel|Birincil|Sosyal|Tanıtımlar|Promosyonlar|Güncellemeler|Bildirimler|Forumlar|Satın alma işlemleri|Seyahat' },
  { language: 'ar', inbox: 'البريد الوارد|صندوق الوارد|الوارد', sent: 'البريد المرسل|المرسل|الرسائل المرسلة', drafts: 'المسودات|مسودات|مسودة', spam: 'البريد غير المرغوب فيه|الرسائل غير المرغوب فيها|غير مرغوب فيه', trash: 'المهملات|سلة المهملات', starred: 'المميزة بنجمة|مميزة بنجمة|مميز بنجمة|الرسائل المميزة بنجمة', important: 'مهم|هام|المهمة', unread: 'غير مقروءة|غير مقروء|الرسائل غير المقروءة', opened: 'مفتوحة|مفتوح|تم فتحها|تم الفتح', archived: 'مؤرشفة|المؤرشفة|تمت أرشفتها|في الأرشيف', all: 'كل البريد', chat: 'الدردشات|دردشة', snoozed: 'مؤجلة', scheduled: 'مجدولة',
    category: 'الفئة|فئة', categories: 'شخصية|أساسي|اجتماعية|اجتماعي|العروض الترويجية|عروض ترويجية|التحديثات|تحديثات|المنتديات|منتديات|المشتريات' },
  { language: 'he', inbox: 'דואר נכנס', sent: 'דואר יוצא|דואר שנשלח|פריטים שנשלחו|נשלח', drafts: 'טיוטות|טיוטה', spam: 'ספאם|דואר זבל', trash: 'אשפה', starred: 'מסומנות בכוכב|מסומנים בכוכב|מסומן בכוכב|עם כוכב', important: 'חשוב|חשובות', unread: 'לא נקראו|שלא נקראו|לא נקרא', opened: 'נפתח|נפתחו', archived: 'הועבר לארכיון|הועברו לארכיון|בארכיון', all: 'כל הדואר|כל האימייל', chat: "צ'אט|צ'אטים", snoozed: 'בהמתנה|בנודניק', scheduled: 'מתוזמנות|מתוזמן',
    category: 'קטגוריה', categories: 'אישי|ראשי|חברתי|רשתות חברתיות|קידומי מכירות|מבצעים|עדכונים|פורומים|רכישות' },
  { language: 'fa', inbox: 'صندوق ورودی|صندوق دریافت', sent: 'ارسال‌شده|ارسال شده|ارسال‌شده‌ها|نامه‌های ارسالی', drafts: 'پیش‌نویس‌ها|پیش نویس ها|پیش‌نویس', spam: 'هرزنامه', trash: 'زباله‌دان|زباله دان|سطل زباله', starred: 'ستاره‌دار|ستاره دار', important: 'مهم', unread: 'خوانده‌نشده|خوانده نشده', opened: 'بازشده|باز شده', archived: 'بایگانی‌شده|بایگانی شده', all: 'همه نامه‌ها|همه ایمیل‌ها', chat: 'گپ‌ها|گپ',
    category: 'دسته|دسته‌بندی', categories: 'شخصی|اصلی|اجتماعی|تبلیغات|به‌روزرسانی‌ها|انجمن‌ها' },
  { language: 'hi', inbox: 'इनबॉक्स', sent: 'भेजे गए|भेजे गए मेल|भेजा गया', drafts: 'ड्राफ़्ट|ड्राफ्ट', spam: 'स्पैम', trash: 'ट्रैश|ट्रेश', starred: 'तारांकित|स्टार किया गया|स्टार वाले', important: 'महत्वपूर्ण|ज़रूरी', unread: 'अपठित|नहीं पढ़े गए|नहीं पढ़ा गया|बिना पढ़े', opened: 'खोला गया|खोले गए', archived: 'संग्रहीत|संग्रहित|संग्रह किए गए|संग्रह किया गया', all: 'सभी मेल', chat: 'चैट',
    category: 'श्रेणी|कैटगरी|कैटेगरी', categories: 'निजी|व्यक्तिगत|प्राथमिक|सामाजिक|सोशल|प्रचार|प्रमोशन|अपडेट|फ़ोरम|फोरम' },
  { language: 'th', inbox: 'กล่องจดหมาย', sent: 'ส่งแล้ว|จดหมายที่ส่งแล้ว|จดหมายที่ส่ง', drafts: 'ร่างจดหมาย|จดหมายร่าง|ฉบับร่าง|ร่าง', spam: 'จดหมายขยะ|สแปม', trash: 'ถังขยะ', starred: 'ติดดาว|ที่ติดดาว', important: 'สำคัญ', unread: 'ยังไม่ได้อ่าน|ยังไม่อ่าน', opened: 'เปิดแล้ว|เปิดอ่านแล้ว', archived: 'เก็บถาวรแล้ว|ที่เก็บถาวร|เก็บแล้ว', all: 'จดหมายทั้งหมด', chat: 'แชท|แชต',
    category: 'หมวดหมู่', categories: 'ส่วนตัว|หลัก|โซเชียล|โปรโมชัน|โปรโมชั่น|อัปเดต|ฟอรัม|การซื้อ' },
  { language: 'vi', inbox: 'Hộp thư đến', sent: 'Thư đã gửi|Đã gửi', drafts: 'Thư nháp|Bản nháp', spam: 'Thư rác|Spam', trash: 'Thùng rác', starred: 'Có gắn dấu sao|Được gắn dấu sao|Gắn dấu sao|Có dấu sao', important: 'Quan trọng', unread: 'Chưa đọc|Thư chưa đọc', opened: 'Đã mở', archived: 'Đã lưu trữ', all: 'Tất cả thư', chat: 'Trò chuyện|Cuộc trò chuyện', snoozed: 'Đã tạm ẩn|Tạm ẩn', scheduled: 'Đã lên lịch',
    category: 'Danh mục|Thể loại', categories: 'Cá nhân|Chính|Mạng xã hội|Xã hội|Quảng cáo|Khuyến mại|Cập nhật|Nội dung cập nhật|Diễn đàn|Mua hàng' },
  { language: 'id', inbox: 'Kotak Masuk', sent: 'Terkirim|Surat Terkirim|Email Terkirim', drafts: 'Draf|Draft|Konsep', spam: 'Spam', trash: 'Sampah|Tong Sampah', starred: 'Berbintang', important: 'Penting', unread: 'Belum Dibaca', opened: 'Dibuka|Telah dibuka', archived: 'Diarsipkan', all: 'Semua Email', chat: 'Chat|Obrolan', snoozed: 'Ditunda', scheduled: 'Terjadwal',
    category: 'Kategori', categories: 'Pribadi|Utama|Sosial|Promosi|Update|Pembaruan|Info Terbaru|Forum|Pembelian|Perjalanan' },
  { language: 'ms', inbox: 'Peti masuk', sent: 'Mel dihantar|Dihantar', drafts: 'Draf', spam: 'Spam', trash: 'Sampah|Tong Sampah', starred: 'Berbintang', important: 'Penting', unread: 'Belum dibaca', opened: 'Dibuka', archived: 'Diarkibkan', all: 'Semua Mel', chat: 'Sembang',
    category: 'Kategori', categories: 'Peribadi|Utama|Sosial|Promosi|Kemas kini|Forum' },
  { language: 'ja', inbox: '受信トレイ', sent: '送信済みメール|送信済み', drafts: '下書き', spam: '迷惑メール', trash: 'ゴミ箱|ごみ箱', starred: 'スター付き', important: '重要', unread: '未読', opened: '開封済み|既読', archived: 'アーカイブ済み|アーカイブ', all: 'すべてのメール', chat: 'チャット', snoozed: 'スヌーズ中', scheduled: '送信予定|予定',
    category: 'カテゴリ|カテゴリー', categories: '個人|メイン|ソーシャル|プロモーション|新着|最新情報|フォーラム|購入|旅行' },
  { language: 'ko', inbox: '받은편지함', sent: '보낸편지함', drafts: '임시보관함', spam: '스팸함|스팸', trash: '휴지통', starred: '별표편지함|별표', important: '중요편지함|중요', unread: '읽지않음|읽지 않음|안읽음', opened: '열어봄|열림|개봉함|읽음', archived: '보관처리됨|보관처리|보관됨', all: '전체보관함', chat: '채팅', snoozed: '다시 알림 예정|다시 알림', scheduled: '예약됨',
    category: '카테고리', categories: '개인|기본|소셜|프로모션|업데이트|포럼|구매|여행' },
  { language: 'zh-CN', inbox: '收件箱', sent: '已发邮件|已发送|已发送邮件', drafts: '草稿', spam: '垃圾邮件', trash: '已删除邮件|已删除', starred: '已加星标', important: '重要|重要邮件', unread: '未读|未读邮件', opened: '已打开|已读', archived: '已归档|归档', all: '所有邮件', chat: '聊天|聊天记录', snoozed: '已延后', scheduled: '已排定时间|已安排时间',
    category: '类别|分类', categories: '个人|主要|社交|推广|促销|动态|更新|论坛|购物|旅行' },
  { language: 'zh-TW', inbox: '收件匣', sent: '寄件備份|已傳送', drafts: '草稿', spam: '垃圾郵件', trash: '垃圾桶', starred: '已加星號', important: '重要|重要郵件', unread: '未讀取|未讀|未讀郵件', opened: '已開啟|已讀', archived: '已封存|封存', all: '所有郵件|全部郵件', chat: '即時通訊|聊天', snoozed: '已延後', scheduled: '已排定時間',
    category: '類別', categories: '個人|主要|社交網路|社交|促銷內容|促銷|最新快訊|更新|論壇|購物|旅遊' },
];
