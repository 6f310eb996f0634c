// The rowing club.
import { firm, type More, person } from './person.ts';

const rower = (mobile: string, more: More = {}): More => ({ mobile, tags: ['club'], ...more });

export const clubPeople = [
  person('nils', 'Nils', 'Petersen', 'nils@rc-alsterbogen.example', {
    ...rower('+49 176 04069051'),
    company: 'Ruderclub Alsterbogen',
    job: 'Coach',
    notes: 'Answers by voice message, if at all.',
    born: '1975-07-07',
  }),
  person('ursula', 'Ursula', 'Behrens', 'vorstand@rc-alsterbogen.example', {
    ...rower('+49 176 04069052'),
    company: 'Ruderclub Alsterbogen',
    job: 'Chair',
    notes: 'Dr. Behrens; the boathouse is her kingdom.',
  }),
  person('gerd', 'Gerd', 'Voss', 'kasse@rc-alsterbogen.example', {
    ...rower('+49 176 04069053'),
    company: 'Ruderclub Alsterbogen',
    job: 'Treasurer',
  }),
  person(
    'frauke',
    'Frauke',
    'Janssen',
    'frauke.janssen@kiezpost.example',
    rower('+49 176 04069054', { notes: 'Bow.' }),
  ),
  person('mira', 'Mira', 'Scholz', 'mira.scholz@kiezpost.example', rower('+49 176 04069055', { notes: 'Two seat.' })),
  person('anke', 'Anke', 'Thomsen', 'anke.thomsen@kiezpost.example', rower('+49 176 04069056', { notes: 'Stroke.' })),
  person('jule', 'Jule', 'Hartmann', 'jule.hartmann@kiezpost.example', {
    ...rower('+49 176 04069057', { notes: 'Cox. Loud.' }),
    tags: ['club', 'friends'],
  }),
  person('petra', 'Petra', 'Lorenz', 'petra.lorenz@kiezpost.example', rower('+49 176 04069058')),
  person('svenja', 'Svenja', 'Arndt', 'svenja.arndt@kiezpost.example', rower('+49 176 04069059')),
  person('hauke', 'Hauke', 'Diercks', 'hauke@bootswerft-diercks.example', {
    ...rower('+49 176 04069060'),
    work: true,
    company: 'Bootswerft Diercks',
    job: 'Boat builder',
  }),
  firm('rca', 'Ruderclub Alsterbogen', 'info@rc-alsterbogen.example', {
    work: true,
    phone: '+49 40 66969 410',
    lives: ['Uferweg 2', '22299', 'Hamburg', 'DE'],
    tags: ['club'],
    custom: { member_number: 'RCA-0417', boathouse_code: 'ask Ursula' },
  }),
  person('bernd', 'Bernd', 'Quast', 'bernd.quast@kiezpost.example', rower('+49 176 04069062', { deleted: true })),
];
