// Colleagues and clients of the map studio.
import { firm, type More, person } from './person.ts';

const colleague = (job: string, phone: string, more: More = {}): More => ({
  work: true,
  company: 'Nordlicht Karten',
  job,
  ...(phone && { phone }),
  tags: ['work'],
  source: 'carddav',
  ...more,
});

export const colleagues = [
  person('katrin', 'Katrin', 'Sommer', 'katrin.sommer@nordlicht.example', {
    ...colleague('Head of design', '+49 40 66969 201'),
    mobile: '+49 171 3920051',
    notes: 'Prefers a call to a long mail.',
    born: '06-11',
  }),
  person(
    'anil',
    'Anil',
    'Mehta',
    'anil.mehta@nordlicht.example',
    colleague('Cartographer', '+49 40 66969 202', { born: '1991-03-08' }),
  ),
  person(
    'julia',
    'Julia',
    'Peters',
    'julia.peters@nordlicht.example',
    colleague('Project manager', '+49 40 66969 203', { mobile: '+49 171 3920053' }),
  ),
  person(
    'stefan',
    'Stefan',
    'Wolf',
    'stefan.wolf@nordlicht.example',
    colleague('Data engineer', '+49 40 66969 204', { notes: 'Works from Leipzig on Mondays and Tuesdays.' }),
  ),
  person('mei', 'Mei', 'Chen', 'mei.chen@nordlicht.example', colleague('Front-end developer', '+49 40 66969 205')),
  person(
    'rasmus',
    'Rasmus',
    'Holm',
    'rasmus.holm@nordlicht.example',
    colleague('Sales', '+49 40 66969 206', { born: '10-17' }),
  ),
  person('paula', 'Paula', 'Ortiz', 'paula.ortiz@nordlicht.example', colleague('Illustrator', '+49 40 66969 207')),
  person(
    'birgit',
    'Birgit',
    'Lange',
    'birgit.lange@nordlicht.example',
    colleague('People & office', '+49 40 66969 208'),
  ),
  person(
    'jakob',
    'Jakob',
    'Stein',
    'jakob.stein@nordlicht.example',
    colleague('Intern', '+49 40 66969 209', { notes: 'With us until the end of the season.' }),
  ),
  firm('helpdesk', 'Nordlicht Helpdesk', 'helpdesk@nordlicht.example', {
    work: true,
    company: 'Nordlicht Karten',
    phone: '+49 40 66969 299',
    tags: ['work'],
    source: 'carddav',
  }),
];

const client = (company: string, job: string, phone?: string, more: More = {}): More => ({
  work: true,
  company,
  job,
  ...(phone && { phone }),
  tags: ['work', 'client'],
  source: 'carddav',
  ...more,
});

export const clients = [
  person(
    'reuter',
    'Thomas',
    'Reuter',
    'reuter@hafenmuseum.example',
    client('Hafenmuseum Hamburg-Süd', 'Curator', '+49 40 66969 310', {
      lives: ['Kaimauer 12', '20457', 'Hamburg', 'DE'],
      notes: 'Dr. Reuter; decides on content, not on budget.',
    }),
  ),
  person(
    'wiebke',
    'Wiebke',
    'Jensen',
    'w.jensen@inselverband.example',
    client('Inselverband Nordfriesland', 'Tourism manager', '+49 40 66969 322', { mobile: '+49 171 3920061' }),
  ),
  person(
    'claire',
    'Claire',
    'Dubois',
    'c.dubois@littoral.example',
    client('Conservatoire du Littoral Ouest', 'Chargée de projet', '+33 1 99 00 14 27', {
      notes: 'Alterne entre le français et l’anglais.',
    }),
  ),
  person(
    'graham',
    'Graham',
    'Hollis',
    'graham.hollis@pathways.example',
    client('Pathways Trust', 'Trails officer', '+44 20 7946 0321'),
  ),
  person('ines', 'Inês', 'Carvalho', 'ines.carvalho@riaviva.example', client('Ria Viva', 'Park ranger')),
  person(
    'torben',
    'Torben',
    'Friis',
    'torben.friis@faergen.example',
    client('Vadehavsfærgen', 'Head of operations', undefined, { deleted: true }),
  ),
];
