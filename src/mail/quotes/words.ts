// The words that mail programs write around quoted mail, in the languages they are translated to, each in lower case.

/** "wrote", with the words that belong to it. After the name of a person, or before it. */
const WROTE = [
  'wrote|writes|has written|said', // English
  'schrieb|schreibt|geschrieben|hat geschrieben', // German
  'a écrit|écrit|écrivait|a ecrit|va escriure|ha escrit|missatge de', // French, Catalan
  'escribió|escribio|ha escrito|escribiu|idatzi du', // Spanish, Galician, Basque
  'ha scritto|scrive|escreveu|escreve|a scris|scrie', // Italian, Portuguese, Romanian
  'schreef|schrijft|geschreven|het geskryf|het volgende geschreven', // Dutch, Afrikaans
  'skrev|skriver|har skrivit|har skrevet|skrifaði|kirjoitti|kirjoittaa|kirjutas', // Nordic, Estonian
  'napisał|napisała|napisał\\(a\\)|pisze|wiadomość napisana przez', // Polish
  'napsal|napsala|napsal\\(a\\)|píše|napísal|napísala|napísal\\(a\\)', // Czech, Slovak
  'napisao je|napisala je|je napisao|je napisala|je napisao/la|napisao/la je|piše', // Croatian, Bosnian, Serbian
  'je napisal|je napisala|je napisal\\(a\\)|napisal|napisala|napisal\\(a\\)', // Slovenian
  'rašė|parašė|rakstīja|raksta', // Lithuanian, Latvian
  'írta|ezt írta|írta a következőt|έγραψε|yazdı|şunu yazdı|tarihinde şunu yazdı|şunları yazdı|tarihinde yazdı', // Hungarian, Greek, Turkish
  'пишет|писал|писала|писал\\(а\\)|написал|написала|написал\\(а\\)|пише|написав|написала|написав\\(ла\\)|написа', // Russian, Ukrainian, Bulgarian
  'је написао|је написала|је написао/ла|написао је|написала је', // Serbian
  'menulis|đã viết|viết|isinulat ni|ने लिखा', // Indonesian, Malay, Vietnamese, Filipino, Hindi
  'כתב|כתבה|כתב/ה|מאת|كتب|كتبت|كتب/كتبت|تمت كتابة ما يلي بواسطة|نوشت|نوشته است', // Hebrew, Arabic, Persian
].join('|');
/** The same in scripts without spaces between words, or with the word joined to the name. */
const WROTE_JOINED =
  'เขียนว่า|เขียน|写道|寫道|写到|写了|のメール|は書きました|さんが書きました|님이 작성|님이 씀|이\\(가\\) 쓴 글|님이 쓴 글|작성';

export const WROTE_WORDS = new RegExp(
  `(?<=^|[\\s,;>)\\]"'*»”’.،])(?:${WROTE})(?=[\\s:：,;<"]|$)|(?:${WROTE_JOINED})`,
  'giu',
);

/** What a line with a date begins with: "On Tue, 17 Feb 2026". */
export const BEGINS_DATE =
  /^(?:on|at|in a message dated|am|le|en date de|el|il|il giorno|em|no dia|op|på|den|w dniu|dnia|dne|dňa|dana|v|u|le|în|în data|la data|pe|στις|την|vào|vào lúc|ngày|pada|noong|kuupäev|в|у|на|во|בתאריך|ב|في|بتاريخ|در|در تاریخ|ในวันที่|เมื่อ|วันที่|在|於|于|wiadomość napisana przez|missatge de|message de|mensaje de)(?=[\s\p{Nd}-]|$)/iu;

/** "Quoting" before a name, as Horde writes it. */
export const QUOTING =
  /^(?:quoting|def\. quota|zitat von|zitiere|citando|citando a|citation de|citat från|citat fra|citerar|citerer|cytowanie|cytat|cituji|citace|citáció|citazione|citaat van|citeren|lainaus|цитирование|цитирую|цитат|idézet|alıntı|引用)\s/iu;

/** A first word that makes a sentence of what could be a name with "wrote" after it. */
export const NO_NAMES = set(
  'i|he|she|it|we|you|they|who|one|as|the|a|an|my|our|your|his|her|their|this|that|what|when|if|and|but|so|then|there|someone|somebody|nobody|everybody|later|once|yesterday|today|also|' +
    'ich|er|sie|es|wir|ihr|man|wer|wie|der|die|das|dem|ein|eine|mein|meine|unser|jemand|dann|gestern|heute|später|und|aber|also|was|mir|dir|uns|dazu|darauf|' +
    'je|tu|il|elle|on|nous|vous|ils|elles|qui|comme|le|la|les|un|une|mon|ma|ce|puis|hier|quelqu’un|' +
    'yo|él|ella|nosotros|quien|como|el|los|las|mi|su|que|ayer|lo|' +
    'io|egli|lui|lei|noi|chi|come|gli|mio|mia|poi|ieri|' +
    'eu|ele|ela|nós|quem|o|os|as|meu|minha|ontem|' +
    'ik|hij|zij|ze|wij|wie|zoals|het|de|een|mijn|toen|gisteren|' +
    'jag|han|hon|vi|de|som|jeg|hun|det|den|min|' +
    'on|ona|ja|my|kto|jak|který|jako|mój|moja|' +
    'он|она|я|мы|они|кто|как|мой|моя|вчера|він|вона|хто|як|' +
    'ben|biz|kim|minä|hän|me|ő|én|εγώ|αυτός',
);

/** Small words within names. */
export const PARTICLES = set(
  'de|da|di|do|dos|das|du|del|della|dei|der|den|van|von|vom|zu|zur|zum|la|le|el|al|bin|ibn|ben|ten|ter|te|af|av|y|e|i|of|via|von|från|fra|от|від|від|از|من|ο|η|ο/η|χρήστης|oseba|lietotājs|—|–|-|&|/',
);

type Role = 'from' | 'sent' | 'date' | 'to' | 'copy' | 'subject' | 'other';

/** The names of the fields of a header. `sent` is a word that has no other use; a `date` can be that of anything. */
export const FIELD_NAMES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...names(
    'from',
    'from|von|de|da|van|från|fra|frá|lähettäjä|od|od kogo|feladó|de la|expeditor|από|kimden|gönderen|от|от кого|від|од|nuo|no|saatja|pošiljatelj|šalje|nork|dari|daripada|từ|người gửi|จาก|ผู้ส่ง|מאת|من|المرسل|از|फ़्रॉम|发件人|发自|寄件者|寄件人|差出人|送信者|送信元|보낸 사람|보낸사람|발신',
  ),
  ...names(
    'sent',
    'sent|sent at|date sent|gesendet|gesendet am|envoyé|envoyé le|date d’envoi|enviado|enviado el|enviada|enviada em|enviado em|enviada el|enviat|inviato|inviato il|data invio|verzonden|verzonden op|skickat|sendt|sent til|lähetetty|wysłano|wysłane|data wysłania|odesláno|odoslané|küldve|elküldve|küldés dátuma|trimis|expediat|στάλθηκε|απεσταλμένα|εστάλη|ημερομηνία αποστολής|gönderildi|gönderme tarihi|gönderilme tarihi|отправлено|дата отправки|надіслано|відправлено|изпратено|послато|poslano|poslato|išsiųsta|nosūtīts|nosūtīšanas datums|saadetud|bidalia|dikirim|terkirim|dihantar|đã gửi|ngày gửi|ส่งแล้ว|ส่ง|ส่งเมื่อ|נשלח|تم الإرسال|أرسلت|تاريخ الإرسال|المرسلة|ارسال شده|ارسال|发送时间|发送日期|发送|寄件日期|傳送時間|傳送日期|已傳送|送信日時|送信|보낸 날짜|보낸날짜|보낸 시간|보냄|전송',
  ),
  ...names(
    'date',
    'date|local time|datum|fecha|data|dato|dags|päivämäärä|päiväys|dátum|dată|ημερομηνία|tarih|дата|датум|kuupäev|datums|tanggal|tarikh|ngày|วันที่|תאריך|التاريخ|تاريخ|تاریخ|日期|时间|日時|日付|날짜|일시',
  ),
  ...names(
    'to',
    'to|an|à|a|pour|para|aan|till|til|vastaanottaja|do|komu|címzett|către|catre|destinatar|προς|kime|alıcı|кому|получатель|одержувач|до|за|kam|adressaat|prima|za|per a|nori|kepada|ke|đến|tới|người nhận|ถึง|ผู้รับ|אל|ל|إلى|الى|به|收件人|收件者|宛先|받는 사람|받는사람|수신',
  ),
  ...names(
    'copy',
    'cc|bcc|kopie|kopia|kopi|kopio|copie|copia|cópia|cc an|dw|udw|kópia|másolatot kap|másolat|κοιν.|κοινοποίηση|bilgi|копия|копія|koopia|kopija|tembusan|salinan|สำเนา|העתק|نسخة|رونوشت|抄送|副本|참조',
  ),
  ...names(
    'subject',
    'subject|betreff|thema|betr.|objet|sujet|asunto|assumpte|oggetto|assunto|onderwerp|ämne|emne|efni|aihe|temat|předmět|predmet|vec|tárgy|subiect|θέμα|konu|тема|относно|предмет|наслов|naslov|zadeva|tema|temats|teema|gaia|subjek|perihal|chủ đề|tiêu đề|เรื่อง|หัวเรื่อง|נושא|الموضوع|موضوع|主题|主旨|件名|題名|제목',
  ),
  ...names(
    'other',
    'ważność|reply-to|reply to|utc time|antwort an|antworten an|répondre à|responder a|rispondi a|responder para|responder-para|antwoord aan|svar till|svar til|importance|wichtigkeit|priority|priorität|attachments|attachment|anlagen|anhang|pièces jointes|allegati|bijlagen|sensitivity|organization|organisation|message-id|newsgroups|cc list|when|where|required attendees|mailed by|rispondi-a',
  ),
]);

/** Titles above a mail that is answered, without the dashes around them. */
export const ORIGINAL = set(
  'original message|original appointment|reply message|reply to message|ursprüngliche nachricht|originalnachricht|original-nachricht|ursprünglicher termin|message d’origine|message original|message initial|mensaje original|missatge original|mensaxe orixinal|messaggio originale|mensagem original|oorspronkelijk bericht|origineel bericht|ursprungligt meddelande|originalmeddelande|oprindelig meddelelse|original meddelelse|opprinnelig melding|original melding|upprunaleg skilaboð|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|pôvodná správa|eredeti üzenet|eredeti levél|mesaj original|mesajul original|αρχικό μήνυμα|orijinal ileti|orijinal mesaj|özgün ileti|исходное сообщение|оригинальное сообщение|оригінальне повідомлення|вихідне повідомлення|оригинално съобщение|оригинално писмо|originalna poruka|izvorna poruka|оригинална порука|izvirno sporočilo|pradinis pranešimas|sākotnējais ziņojums|algne sõnum|originaalsõnum|pesan asli|thư gốc|tin nhắn gốc|ข้อความต้นฉบับ|ข้อความเดิม|הודעה מקורית|ההודעה המקורית|الرسالة الأصلية|رسالة أصلية|پیام اصلی|原始邮件|原始郵件|原郵件|元のメッセージ|オリジナルメッセージ|원본 메시지|원본 메일',
);

/** What titles above a forwarded mail, and below it, begin with. */
export const FORWARDED = set(
  [
    'forwarded message|forwarded mail|forwarded by|begin forwarded message|end of forwarded message|end forwarded message|fwd|weitergeleitete nachricht|weitergeleitete e-mail|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|ende der weitergeleiteten nachricht|weitergeleitet von|ende der nachricht|nachricht von',
    'message transféré|message transmis|début du message réexpédié|début du message transféré|fin du message transféré|courriel transféré|transféré par|réacheminé par|transmis par|mensaje reenviado|inicio del mensaje reenviado|reenviado por|remitido por|missatge reenviat|mensaxe reenviada|messaggio inoltrato|inizio messaggio inoltrato|inoltrato da|mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada|encaminhado por|repassado por',
    'doorgestuurd bericht|begin doorgestuurd bericht|doorgestuurd door|vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat av|videresendt meddelelse|videresendt besked|videresendt melding|videresendt e-post|videresendt af|videresendt av|start på vidarebefordrat brev|start på videresendt besked|välitetty viesti|edelleenlähetetty viesti|välitetyn viestin alku',
    'wiadomość przesłana dalej|przekazana wiadomość|przekazywana wiadomość|początek przekazywanej wiadomości|przesłane przez|przeposlaná zpráva|přeposlaná zpráva|předaná zpráva|začátek přeposílané zprávy|preposlaná správa|továbbított üzenet|továbbított levél|mesaj redirecționat|mesaj redirectat|mesaj înaintat|προωθημένο μήνυμα|iletilen mesaj|iletilmiş mesaj|iletilen ileti|proslijeđena poruka|прослеђена порука|posredovano sporočilo|persiųstas laiškas|pārsūtīta ziņa|edastatud kiri',
    'пересылаемое сообщение|пересланное сообщение|конец пересылаемого сообщения|конец пересланного сообщения|начало переадресованного сообщения|переслано|переслане повідомлення|пересланий лист|кінець пересланого повідомлення|препратено съобщение|pesan terusan|pesan yang diteruskan|mesej yang dimajukan|thư đã chuyển tiếp|tin nhắn được chuyển tiếp|ข้อความที่ส่งต่อ|הודעה שהועברה|ההודעה שהועברה|رسالة معاد توجيهها|رسالة محولة|پیام هدایت‌شده',
    '转发的邮件|转发邮件|转发信息|被转发邮件|轉寄郵件|轉寄的郵件|已轉寄郵件|転送されたメッセージ|転送メッセージ|転送元|전달된 메시지|전달된 메일',
  ].join('|'),
);

function names(role: Role, list: string): [string, Role][] {
  return list.split('|').map((name) => [name, role]);
}

function set(list: string): ReadonlySet<string> {
  return new Set(list.split('|'));
}
