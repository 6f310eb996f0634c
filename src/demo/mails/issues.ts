// The texts of the newsletters: title, first lines, and other items of the issue; the newest last.
export type Issue = [title: string, lead: string, items: string[]];

export const SLOW: Issue[] = [
  [
    'On leaving things half done',
    'A carpenter told me she never sweeps the shop on the last day before a holiday, so that she has something easy to begin with.',
    [
      'A drawer full of string too short to use',
      'Why lighthouses blink the way they do',
      'Reader letter: the unfinished scarf',
    ],
  ],
  [
    'The third cup of tea',
    'The first is for waking, the second for company. Nobody has ever explained the third, and it is the best of them.',
    ['A kettle that has boiled for ninety years', 'Small rooms, large tables', 'Reader letter: the flask on the ferry'],
  ],
  [
    'Maps you fold wrong',
    'There is no right way to fold a map. There is only the way it was folded before you, and your hands against it.',
    ['An atlas with one page missing', 'The man who paints street names', 'Reader letter: lost on purpose'],
  ],
  [
    'Waiting for water',
    'Everyone on the quay had missed the same ferry, and for an hour we were the friendliest village on the coast.',
    ['How long is a while?', 'A timetable set in beautiful type', 'Reader letter: four hours in Stornoway'],
  ],
  [
    'Handwriting of strangers',
    'Inside a second-hand dictionary: "To R., who always asks." I have been wondering about R. all week.',
    ['Shopping lists as poems', 'The last pen repairer in town', 'Reader letter: a recipe in pencil'],
  ],
  [
    'In praise of the long way',
    'The short way takes eleven minutes and the long way takes twenty, and in nine years I have never once thought of anything on the short way.',
    ['Bridges with benches', 'A walk that ends where it began', 'Reader letter: missing the exit'],
  ],
  [
    'What the neighbours play',
    'Scales on Monday, a waltz by Thursday, and one evening in spring the whole thing, without a mistake, and then applause through the wall.',
    ['Pianos that were carried upstairs', 'Listening as a hobby', 'Reader letter: the cello at ten'],
  ],
  [
    'Boxes',
    'You own as much as you can carry past your own opinion of it.',
    ['What movers know about us', 'A house in eleven objects', 'Reader letter: the box marked "?"'],
  ],
  [
    'An hour without a name',
    'Between the end of work and the beginning of the evening there is an hour that no language has bothered to name.',
    ['Blue light, explained badly', 'Doing one thing', 'Reader letter: the window seat'],
  ],
  [
    'Small repairs',
    'A mended cup is not a cup with a flaw but a cup with a biography.',
    ['Glue that forgives', 'Darning for beginners and cowards', 'Reader letter: my father’s stapler'],
  ],
  [
    'Birds that come back',
    'They do not know the word for here, and still they find it.',
    ['A heron on the roof', 'Counting swifts', 'Reader letter: the nest in the letter box'],
  ],
  [
    'Letters you do not send',
    'They are the best ones. Keep them anyway.',
    ['The drafts folder as a diary', 'Stamps nobody licked', 'Reader letter: dear upstairs'],
  ],
];

export const TERRAIN: Issue[] = [
  [
    'Contours without lines',
    'Three ways to show a hill with nothing but type, and one that should have stayed a sketch.',
    [
      'Interview: lettering for a ferry map',
      'A free hillshade palette for print',
      'Jobs: two cartographers, one island',
    ],
  ],
  [
    'The case for fewer labels',
    'We removed every second name from a city map. Nobody got lost. Three people found a park.',
    ['Collision rules that think ahead', 'Ampersands, ranked', 'Event: Map Night, online'],
  ],
  [
    'Blue is not water',
    'What happens when you print the sea in ochre, and why surveyors have done so for two hundred years.',
    ['A tide table as a poster', 'Paper: four stocks compared', 'Jobs: wayfinding, Rotterdam'],
  ],
  [
    'North, optionally',
    'Heads-up maps on posts: how people really hold their heads.',
    ['Twelve panels in the Welsh hills', 'Legends that read aloud well', 'Reader question: coast or shore?'],
  ],
  [
    'Scale bars with character',
    'Cable lengths, leagues, minutes on foot. A small history of honest rulers.',
    ['A museum wall, start to finish', 'Fonts with a real degree sign', 'Jobs: tile engineer, remote'],
  ],
  [
    'Marsh symbols, a love story',
    'Seventy-one ways to draw reeds, from seven national surveys.',
    ['Mud is a texture', 'Halftone for beginners', 'Event: book fair table, hall 4'],
  ],
];

export const KOMPASS: Issue[] = [
  [
    'Neue Radspur an der Alster',
    'Ab Montag wird gebaut, drei Monate lang; die Umleitung führt durch die schönste Baustelle der Stadt.',
    ['Flohmarkt auf dem Lattenplatz', 'Fähre 62 fährt wieder im Takt', 'Konzert: Orgel und Elektronik'],
  ],
  [
    'Der Markt zieht um',
    'Die Händler vom Spritzenplatz stehen für einen Sommer auf der anderen Straßenseite. Die Kartoffeln sind dieselben.',
    ['Lesung bei Seitenwind', 'Hallenbad öffnet früher', 'Drei Höfe, die man kennen sollte'],
  ],
  [
    'Ebbe in der Elbe',
    'Niedrigwasser legt ein altes Wrack frei; Fachleute bitten, nur zu gucken.',
    ['Nacht der Bibliotheken', 'Neue Bäume im Lindenweg', 'Regatta auf der Außenalster'],
  ],
  [
    'Was wird aus dem Kino?',
    'Das Lichtspielhaus in Altona sucht 400 Menschen, die je einen Sessel kaufen.',
    ['Straßenfest der Nachbarschaften', 'Hafenmuseum zeigt große Karte', 'Rezept: Labskaus ohne Labskaus'],
  ],
  [
    'Halteverbot, bitte lächeln',
    'Umzugssaison: Was man über Schilder, Treppenhäuser und Klaviere wissen muss.',
    ['Repaircafé in der Bücherhalle', 'Wasserpegel zum Abonnieren', 'Konzert: Cello im Hof'],
  ],
  [
    'Frühe Vögel, späte Busse',
    'Der neue Nachtfahrplan in einer Minute erklärt.',
    ['Stadtplan von 1894 im Netz', 'Steg-Schrubben bei den Ruderclubs', 'Ausstellung: Inseln auf Zeit'],
  ],
];

export const PHARE: Issue[] = [
  [
    'Les livres de la marée montante',
    'Trois titres qui se lisent les pieds dans l’eau, et un qu’il vaut mieux garder au sec.',
    ['Rencontre avec une gardienne de phare', 'Notre atelier de reliure', 'À paraître : cartes et récits'],
  ],
  [
    'Une saison sur le quai',
    'La maison a repeint ses volets et publié onze livres. Les volets ont pris plus de temps.',
    ['Traduire la brume', 'Salon du livre : notre stand', 'Concours de légendes'],
  ],
  [
    'Îles de marée : bientôt',
    'Un guide de terrain, une photographe de la lumière grise, et des cartes que l’on a envie d’encadrer.',
    ['Entretien à venir avec Ida Brandt', 'Le papier qui ne craint pas le sel', 'Lettre d’un facteur'],
  ],
];
