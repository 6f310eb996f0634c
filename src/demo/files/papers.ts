// The texts of the attached documents, by file name.
import type { Text } from '../mails/thread.ts';

interface Paper {
  title: string;
  text: Text;
}

const lease = (state: string): Paper => ({
  title: `Mietvertrag Lindenweg 14, 3. OG links (${state})`,
  text: (s) =>
    `Vermieterin: Helga Wulff, vertreten durch Hausverwaltung Kruse & Partner\nMieter: Ida Brandt und Tomasz Nowak\n\n§ 1  Vermietet werden drei Zimmer, Küche, Bad und ein Keller, 78 m².\n§ 2  Das Mietverhältnis beginnt am ${s.tag(s.keys)}.\n§ 4  Die Miete beträgt 1.180,00 € zuzüglich 210,00 € Nebenkosten.\n§ 5  Die Kaution beträgt drei Monatsmieten.\n§ 7  Eine Katze ist gestattet. Sie heißt Moss.\n§ 12 Die Wohnung wird mit Fernwärme geheizt.`,
});

export const papers: Record<string, Paper> = {
  'Unterlagen_Brandt_Nowak.pdf': {
    title: 'Bewerbung um die Wohnung Lindenweg 14',
    text: 'Ida Brandt, Kartografin, angestellt seit 2015\nTomasz Nowak, Tonmeister, selbstständig seit 2012\n\nHaushalt: zwei Personen, eine Katze, ein Klavier\nGehaltsnachweise: drei Monate\nBonitätsauskunft: ohne Eintrag\nBisheriger Vermieter: Manfred Thiele, Bleichergasse 9',
  },
  'Mietvertrag_LW14-3L_Entwurf.pdf': lease('Entwurf'),
  'Mietvertrag_LW14-3L.pdf': lease('zur Unterschrift'),
  'Kuendigung_Bleichergasse.pdf': {
    title: 'Kündigung der Wohnung Bleichergasse 9, 2. OG',
    text: 'Sehr geehrter Herr Thiele,\n\nhiermit kündigen wir das Mietverhältnis über die Wohnung Bleichergasse 9, 2. OG, fristgerecht. Bitte bestätigen Sie uns den Erhalt dieses Schreibens.\n\nMit freundlichen Grüßen\n\nIda Brandt            Tomasz Nowak',
  },
  'Angebot_2417.pdf': {
    title: 'Angebot 2417: Umzug Bleichergasse 9 nach Lindenweg 14',
    text: (s) =>
      `Termin: ${s.tag(s.move)}, 7 Uhr\n\nVier Mann, 8 Stunden                        1.120,00 €\nLastwagen 12 t                                290,00 €\nKlavier, 215 kg, zwei Treppenhäuser           180,00 €\nHalteverbot an beiden Adressen                150,00 €\n\nSumme                                       1.740,00 €\n\nUmzüge Pohlmann, Dirk Pohlmann`,
  },
  'Genehmigung_Halteverbot.pdf': {
    title: 'Genehmigung: vorübergehendes Halteverbot',
    text: (s) =>
      `Bleichergasse 9, 15 Meter, und Lindenweg 14, 15 Meter\n${s.tag(s.move)}, 6 bis 18 Uhr\n\nDie Schilder sind vier Tage vorher aufzustellen.`,
  },
  'Protokoll.pdf': {
    title: 'Protokoll der Vorbesichtigung, Bleichergasse 9',
    text: 'Flur: Türblatt, zwei Kratzer (Foto 1). Auszubessern.\nBad: Silikonfuge an der Wanne (Foto 2). Zu erneuern.\nKüche: bleibt, der Nachmieter zahlt 400,00 €.\nZimmer: ohne Mangel.\n\nManfred Thiele',
  },
  '12_Gois_v3.docx': {
    title: '12. The Gois at six in the morning',
    text: 'The road begins in the dark, because the tide does. Four kilometres of wet stone lead out of the mainland and into what is, twice a day, the sea.\n\nThere are nine rescue poles. You climb one when you have misread the table, and you sit in a crow’s nest until the road comes back.\n\nThe tide waits for no van.',
  },
  '12_Gois_v3_OG.docx': {
    title: '12. The Gois at six in the morning (O. G., forty-three remarks)',
    text: 'The road begins in the dark, because the tide does. [Lovely. Leave it.]\n\nHigh water is at 06:12 [local] and at 05:12 [GMT?] on the same page. [Choose.]\n\nThe tide waits for no van. [It was a lorry.]',
  },
  '12_sidebar_poles.docx': {
    title: 'Sidebar: the rescue poles',
    text: 'Nine poles stand along the Gois, each with a basket at the top. The third was rebuilt after the storm of 1924 by the ferryman’s daughter, who is not named in the accounts, only paid.',
  },
  '13_MontStMichel_v2.docx': {
    title: '13. Mont-Saint-Michel and its mud',
    text: 'Everybody looks at the abbey. The mud looks back.\n\nIt moves at the pace of a horse in the stories and at that of a bicycle in the measurements, which is faster than most people think a horse is.',
  },
  '13_MontStMichel_v2_OG.docx': {
    title: '13. Mont-Saint-Michel and its mud (O. G., 380 words shorter)',
    text: 'Everybody looks at the abbey. The mud looks back.\n\nIt moves at the pace of a bicycle.',
  },
  'Tidal_cover_ABC.pdf': {
    title: 'Tidal: three directions for the cover',
    text: 'A. The causeway as one white line across deep blue, title along it.\n\nB. Plate 5, full bleed, small type.\n\nC. A tide table, set to be framed.',
  },
  'Tidal_cover_A2.pdf': {
    title: 'Tidal: cover A, second round',
    text: 'The line follows the Gois at 1:20 000. The nine dots are the poles. The title stands where the road is under water for the longest.',
  },
  'Hafenmuseum_proof2.pdf': {
    title: 'Hafenmuseum, wall map: proof two',
    text: 'Sheet 1: the middle basin at 1:1\nSheet 2: the whole wall at a quarter\n\nBlue 1: water in 1890. Blue 2: water today. What is both is printed twice.',
  },
  'review_ida.pdf': {
    title: 'Three slides',
    text: 'What we shipped: eleven maps, two of them on time.\n\nWhat we learned: people hold maps upside down, and are right to.\n\nWhat I would stop doing: meetings about fonts.',
  },
  'panels_comments.pdf': {
    title: 'Trail signs: comments on the twelve panels',
    text: 'Panels 1 to 6 and 8 to 12: fine.\n\nPanel 7: north is at the bottom. Keep it.\n\nAll panels: which language comes first? At the moment English stands above Welsh on eight and below it on four.',
  },
  'Emil_Karte_A1.pdf': {
    title: 'Inseln, die manchmal keine sind',
    text: 'Eine Karte für Emil.\n\nHellblau: Wasser bei Flut. Dunkelblau: Wasser auch bei Ebbe.\n\nIrgendwo sitzt ein Krebs.',
  },
  'Rechnung_Reiher.pdf': {
    title: 'Rechnung: Gig-Vierer „Reiher“',
    text: 'Eine Planke steuerbord ersetzt, geschliffen, lackiert   380,00 €\nEine Kiste Bier                                         erhalten\n\nBootswerft Diercks',
  },
  'Protokoll_Vorstand.pdf': {
    title: 'Protokoll der Vorstandssitzung',
    text: 'TOP 1  Kasse: geprüft, stimmt.\nTOP 2  Steg: wird geschrubbt.\nTOP 3  Trainingslager: Ratzeburg.\nTOP 4  Neue Hafenkarte im Flur: Ida Brandt.\nTOP 5  Verschiedenes: Wer hat den Bootshaken?',
  },
  'torta_di_nonna.pdf': {
    title: 'Torta della nonna',
    text: 'Per la pasta: 300 g di farina, 150 g di burro, 100 g di zucchero, 2 tuorli.\nPer la crema: mezzo litro di latte, 4 tuorli, 120 g di zucchero, la scorza di un limone.\nSopra: mandorle. Niente nocciole.\n\nForget it in the fridge for one night.',
  },
  'Belege_2.pdf': {
    title: 'Belege: Arbeitszimmer, Vorschuss, Fahrten',
    text: '1. Arbeitszimmer: Tisch, Lampe, Planschrank             1.348,00 €\n2. Vorschuss Harbour & Quill                             4.000,00 €\n3. Fahrt zum Gois, 2.480 km, Niedrigwasser 6:12 Uhr\n4. Fahrt zum Mont-Saint-Michel, 2.110 km, Springtide',
  },
  'Nachtrag_HS-88-104772.pdf': {
    title: 'Nachtrag zum Vertrag HS-88-104772',
    text: (s) =>
      `Versicherungsort ab ${s.tag(s.keys)}: Lindenweg 14, 20259 Hamburg, 78 m²\nFür zwei Monate sind beide Wohnungen versichert.\nDas Klavier ist gedeckt, sofern eine Fachfirma es trägt.\n\nUnterschrift: ______________________`,
  },
  'Karten_2.pdf': {
    title: 'Cello im Hof',
    text: 'Zwei Karten, freie Platzwahl, zusammen 36,00 €\n\nKarte 1: CH-20417-A\nKarte 2: CH-20417-B\n\nBei Regen im Saal.',
  },
};
