// The headers that mail programs put above a quoted mail, and the titles above them. The people are made up; the names of
// the fields and their order are those of the programs.

export type Form = [name: string, header: string];

const outlook = (from: string, sent: string, to: string, subject: string, colon = ':') =>
  `${from}${colon} Ann Lee <ann@example.org>\n${sent}${colon} 24.10.2016 15:36\n${to}${colon} Bob Kim <bob@example.org>\n${subject}${colon} Re: Report`;

export const headers: Form[] = [
  ['Outlook en', outlook('From', 'Sent', 'To', 'Subject')],
  ['Outlook de', outlook('Von', 'Gesendet', 'An', 'Betreff')],
  ['Outlook fr', outlook('De', 'Envoyé', 'À', 'Objet', ' :')],
  ['Outlook es', outlook('De', 'Enviado el', 'Para', 'Asunto')],
  ['Outlook on the web es', outlook('De', 'Enviado', 'Para', 'Asunto')],
  ['Outlook it', outlook('Da', 'Inviato', 'A', 'Oggetto')],
  ['Outlook pt', outlook('De', 'Enviada', 'Para', 'Assunto')],
  ['Outlook pt-BR', outlook('De', 'Enviada em', 'Para', 'Assunto')],
  ['Outlook nl', outlook('Van', 'Verzonden', 'Aan', 'Onderwerp')],
  ['Outlook sv', outlook('Från', 'Skickat', 'Till', 'Ämne')],
  ['Outlook da', outlook('Fra', 'Sendt', 'Til', 'Emne')],
  ['Outlook fi', outlook('Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe')],
  ['Outlook pl', outlook('Od', 'Wysłano', 'Do', 'Temat')],
  ['Outlook pl, newer', outlook('Od', 'Wysłane', 'Do', 'Temat')],
  ['Outlook cs', outlook('Od', 'Odesláno', 'Komu', 'Předmět')],
  ['Outlook sk', outlook('Od', 'Odoslané', 'Komu', 'Predmet')],
  ['Outlook hu', outlook('Feladó', 'Elküldve', 'Címzett', 'Tárgy')],
  ['Outlook ro', outlook('De la', 'Trimis', 'Către', 'Subiect')],
  ['Outlook el', outlook('Από', 'Στάλθηκε', 'Προς', 'Θέμα')],
  ['Outlook tr', outlook('Kimden', 'Gönderildi', 'Kime', 'Konu')],
  ['Outlook ru', outlook('От', 'Отправлено', 'Кому', 'Тема')],
  ['Outlook uk', outlook('Від', 'Надіслано', 'Кому', 'Тема')],
  ['Outlook bg', outlook('От', 'Изпратено', 'До', 'Относно')],
  ['Outlook hr', outlook('Šalje', 'Poslano', 'Prima', 'Predmet')],
  ['Outlook sl', outlook('Od', 'Poslano', 'Za', 'Zadeva')],
  ['Outlook lt', outlook('Nuo', 'Išsiųsta', 'Kam', 'Tema')],
  ['Outlook et', outlook('Saatja', 'Saadetud', 'Adressaat', 'Teema')],
  ['Outlook he', outlook('מאת', 'נשלח', 'אל', 'נושא')],
  ['Outlook ar', outlook('من', 'تم الإرسال', 'إلى', 'الموضوع')],
  ['Outlook ja', outlook('差出人', '送信日時', '宛先', '件名')],
  ['Outlook ko', outlook('보낸 사람', '보낸 날짜', '받는 사람', '제목')],
  ['Outlook zh-CN', outlook('发件人', '发送时间', '收件人', '主题')],
  ['Outlook zh-TW', outlook('寄件者', '寄件日期', '收件者', '主旨')],
  ['Outlook th', outlook('จาก', 'ส่งแล้ว', 'ถึง', 'เรื่อง')],
  ['Outlook vi', outlook('Từ', 'Đã gửi', 'Đến', 'Chủ đề')],
  ['Outlook id', outlook('Dari', 'Dikirim', 'Kepada', 'Subjek')],
  [
    'Outlook, with stars',
    '*From:* Ann Lee\n*Sent:* Monday, October 24, 2016 3:36 PM\n*To:* Bob\n*Cc:* Eve\n*Subject:* Report',
  ],
  [
    'Outlook, after a rule',
    '________________________________\nFrom: Ann Lee\nSent: Monday, October 24, 2016 3:36 PM\nTo: Bob\nSubject: Report',
  ],
  [
    'Outlook, with many recipients',
    `From: Ann Lee\nSent: Monday, October 24, 2016\nTo: Bob Kim <bob@example.org>;\n Eve <eve@example.org>; Dan\n <dan@example.org>\nSubject: Report`,
  ],
  [
    'Outlook, with its importance',
    'From: Ann Lee\nSent: Monday, October 24, 2016\nTo: Bob\nSubject: Report\nImportance: High',
  ],
  ['Outlook without a subject', 'From: Ann Lee\nSent: Monday, October 24, 2016 3:36 PM\nTo: Bob\nSubject:'],
  [
    'Outlook Express',
    '----- Original Message ----- \nFrom: Ann Lee\nTo: Bob\nSent: Monday, October 24, 2016 3:36 PM\nSubject: Report',
  ],
  [
    'Outlook Express de',
    '----- Original Message ----- \nVon: "Ann Lee" <ann@example.org>\nAn: <bob@example.org>\nGesendet: Montag, 24. Oktober 2016 15:36\nBetreff: Bericht',
  ],
  [
    'GMX',
    'Gesendet: Montag, 24. Oktober 2016 um 15:36 Uhr\nVon: "Ann Lee" <ann@example.org>\nAn: bob@example.org\nBetreff: Re: Bericht',
  ],
  [
    'GMX en',
    'Sent: Monday, October 24, 2016 at 3:36 PM\nFrom: "Ann Lee" <ann@example.org>\nTo: bob@example.org\nSubject: Report',
  ],
  ['Hotmail', 'Date: Mon, 24 Oct 2016 15:36:23 +0200\nFrom: ann@example.org\nTo: bob@example.org\nSubject: Report'],
  [
    'Hotmail of 2010',
    'From: ann@example.org\nTo: bob@example.org\nSubject: Report\nDate: Mon, 24 Oct 2016 15:36:23 +0200',
  ],
  [
    'Samsung',
    '-------- Original message --------\nFrom: Ann Lee <ann@example.org> \nDate: 24/10/2016  15:36  (GMT+01:00) \nTo: Bob \nSubject: Report',
  ],
  [
    'Samsung de',
    '-------- Ursprüngliche Nachricht --------\nVon: Ann Lee <ann@example.org> \nDatum: 24.10.16 15:36 (GMT+01:00) \nAn: Bob \nBetreff: Bericht',
  ],
  [
    'K-9',
    '-------- Original Message --------\nFrom: Ann Lee <ann@example.org>\nSent: October 24, 2016 3:36:23 PM GMT+02:00\nTo: Bob\nSubject: Report',
  ],
  [
    'Proton of 2016',
    '-------- Original Message --------\nSubject: Report\nLocal Time: October 24, 2016 3:36 PM\nUTC Time: October 24, 2016 1:36 PM\nFrom: ann@example.org\nTo: bob@example.org',
  ],
  [
    'Zimbra',
    '----- Original Message -----\nFrom: "Ann Lee" <ann@example.org>\nTo: "Bob" <bob@example.org>\nSent: Monday, 24 October, 2016 15:36:23\nSubject: Report',
  ],
  [
    'Lotus Notes',
    'From:   Ann Lee/Harbour\nTo:     Bob Kim/Harbour@Harbour\nDate:   24.10.2016 15:36\nSubject:        Report',
  ],
  [
    'Lotus Notes de',
    'Von:    Ann Lee/Harbour\nAn:     Bob Kim/Harbour@Harbour\nKopie:  Eve\nDatum:  24.10.2016 15:36\nBetreff:        Bericht',
  ],
  [
    'Lotus Notes of 2002',
    '"Ann Lee" <ann@example.org> am 09.03.2002 00:07:07\n\nAn:    Bob Kim <bob@example.org>\nKopie: Eve <eve@example.org>,\n       Dan <dan@example.org>\nThema: Bericht',
  ],
  [
    'Lotus Notes of 2000',
    'From:\tAnn Lee on 10/24/2000 03:36 PM\nTo:\tBob Kim/HOU/ECT@ECT\ncc:\t \nSubject:\tRe: Report',
  ],
  [
    'Lotus Notes of 2000, with a name',
    'Ann Lee\n10/24/2000 03:36 PM\nTo: Bob Kim/HOU/ECT@ECT\ncc:  \nSubject: Re: Report',
  ],
  [
    'Yandex with the recipient',
    'Кому: Bob (bob@example.org);\nТема: Отчёт;\n24.10.2022, 15:36, "Анна Ли" <anna@example.org>:',
  ],
  ['Naver', '보낸사람: Ann Lee\n보낸날짜: 2016-10-24 15:36\n받는사람: Bob\n제목: Report'],
  [
    'Outlook pl, with its importance',
    'Od: Ann Lee\nWysłane: 24 października 2016 15:36\nDo: Bob\nTemat: Raport\nWażność: Wysoka',
  ],
  [
    'Lotus Notes, as a table',
    'Ann Lee/Harbour@Harbour \n24.10.2016 15:36\n\nTo\nBob Kim/Harbour@Harbour\ncc\n\nSubject\nRe: Report',
  ],
  [
    'Lotus Notes with a summary',
    'Ann Lee ---24.10.2016 15:36:23---Hello Bob, will you come?\n\nFrom:   Ann Lee/Harbour\nTo:     Bob Kim/Harbour\nDate:   24.10.2016 15:36\nSubject:        Report',
  ],
  [
    'QQ',
    '------------------ 原始邮件 ------------------\n发件人: "Ann Lee" <ann@example.org>;\n发送时间: 2016年10月24日(星期一) 下午3:36\n收件人: "Bob" <bob@example.org>;\n主题: Report',
  ],
  [
    'fields below each other',
    'From:\nAnn Lee <ann@example.org>\nSent:\nMonday, October 24, 2016 3:36 PM\nTo:\nBob\nSubject:\nReport',
  ],
  [
    'empty lines between fields',
    'From: Ann Lee\n\nSent: Monday, October 24, 2016 3:36 PM\n\nTo: Bob\n\nSubject: Report',
  ],
  [
    'a title in another language',
    '-------- Neges Wreiddiol --------\nFrom: Ann Lee <ann@example.org>\nDate: Mon, 24 Oct 2016 15:36\nTo: Bob\nSubject: Report',
  ],
];

/** Above a mail that is forwarded, which is shown in a preview. */
export const forwarded: Form[] = [
  [
    'Gmail',
    '---------- Forwarded message ---------\nFrom: Ann Lee <ann@example.org>\nDate: Mon, Oct 24, 2016 at 3:36 PM\nSubject: Report\nTo: Bob <bob@example.org>',
  ],
  [
    'Gmail de',
    '---------- Forwarded message ---------\nVon: Ann Lee <ann@example.org>\nDate: Mo., 24. Okt. 2016 um 15:36 Uhr\nSubject: Bericht\nTo: Bob <bob@example.org>',
  ],
  [
    'Thunderbird',
    '-------- Forwarded Message --------\nSubject: \tReport\nDate: \tMon, 24 Oct 2016 15:36:23 +0200\nFrom: \tAnn Lee <ann@example.org>\nTo: \tBob <bob@example.org>',
  ],
  [
    'Thunderbird de',
    '-------- Weitergeleitete Nachricht --------\nBetreff: \tBericht\nDatum: \tMon, 24 Oct 2016 15:36:23 +0200\nVon: \tAnn Lee <ann@example.org>\nAn: \tBob <bob@example.org>',
  ],
  [
    'Apple Mail',
    'Begin forwarded message:\n\nFrom: Ann Lee <ann@example.org>\nSubject: Report\nDate: 24 October 2016 at 15:36:23 CEST\nTo: Bob <bob@example.org>',
  ],
  [
    'Apple Mail de',
    'Anfang der weitergeleiteten Nachricht:\n\nVon: Ann Lee <ann@example.org>\nBetreff: Bericht\nDatum: 24. Oktober 2016 um 15:36:23 MESZ\nAn: Bob <bob@example.org>',
  ],
  [
    'Apple Mail fr',
    'Début du message réexpédié :\n\nDe: Ann Lee <ann@example.org>\nObjet: Rapport\nDate: 24 octobre 2016 à 15:36:23 UTC+2\nÀ: Bob <bob@example.org>',
  ],
  ['Yandex', '-------- Пересылаемое сообщение --------\n24.10.2016, 15:36, "Ann Lee" <ann@example.org>:'],
  [
    'mail.ru',
    '-------- Пересылаемое сообщение --------\nОт кого: Ann Lee <ann@example.org>\nКому: Bob <bob@example.org>\nДата: Понедельник, 24 октября 2016, 15:36 +03:00\nТема: Report',
  ],
  [
    'Zoho',
    '============ Forwarded message ============\nFrom : Ann Lee <ann@example.org>\nTo : "Bob" <bob@example.org>\nDate : Mon, 24 Oct 2016 15:36:23 +0200\nSubject : Report\n============ Forwarded message ============',
  ],
  [
    'mutt',
    '----- Forwarded message from Ann Lee <ann@example.org> -----\n\nDate: Mon, 24 Oct 2016 15:36:23 +0200\nFrom: Ann Lee <ann@example.org>\nTo: Bob <bob@example.org>\nSubject: Report',
  ],
  [
    'Horde',
    '----- Weitergeleitete Nachricht von Ann Lee <ann@example.org> -----\n    Datum: Mon, 24 Oct 2016 15:36:23 +0200\n      Von: Ann Lee <ann@example.org>\n  Betreff: Bericht\n       An: bob@example.org',
  ],
  [
    'Lotus Notes',
    '----- Forwarded by Bob Kim/Harbour on 24.10.2016 15:36 -----\n\nFrom:   Ann Lee/Harbour\nTo:     Bob Kim/Harbour@Harbour\nDate:   24.10.2016 15:36\nSubject:        Report',
  ],
  [
    'Lotus Notes de',
    '----- Weitergeleitet von Bob Kim/Harbour/DE am 24.10.2016 15:36 -----\n\nVon:        "Ann Lee" <ann@example.org>\nAn:        "Bob" <bob@example.org>\nDatum:        24.10.2016 15:36\nBetreff:        Bericht',
  ],
  [
    'Lotus Notes of 2002',
    '---------------------- Weitergeleitet von Bob Kim/Harbour am\n11.03.2002 08:43 ---------------------------\n\n\n"Ann Lee" <ann@example.org> am 09.03.2002 00:07:07\n\nAn:    Bob Kim <bob@example.org>\nThema: Bericht',
  ],
];
