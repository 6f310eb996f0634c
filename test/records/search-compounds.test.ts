// Searches for parts of compounds, and for words with umlauts in either spelling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finds } from '../support/searching.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const ENGLISH = 'This is what we have from you, and that is all of the things that you are to do with the text.';

describe('a word finds the compounds that it is a part of', () => {
  // biome-ignore format: a table
  it.each([
    ['Krankenversicherung', 'versicherung'],
    ['Geschäftsführung', 'führung'],
    ['Geschäftsführung', 'fuehrung'],
    ['Geschaeftsfuehrung', 'führung'],
    ['Mietvertrag', 'vertrag'],
    ['Autobahnausfahrt', 'ausfahrt'],
    ['Autobahnausfahrt', 'bahnausfahrt'],
    ['Krankenversicherungskarte', 'versicherung'],
    ['Hausarzt', 'arzt'],
    ['Rechtsanwalt', 'anwalt'],
    ['Tagesordnung', 'ordnung'],
    ['Schreibtisch', 'tisch'],
    ['Reisekostenabrechnung', 'abrechnung'],
    ['Bauübergabe', 'übergabe'],
    ['Lieferadresse', 'adresse'],
    ['E-Mailadressen', 'adresse'],
    ['Vertrags\u00adverlängerung', 'verlängerung'],
    ['Vertrags\u00adver\u00adlänge\u00adrung', 'verlaengerung'],
    ['ziektekostenverzekering', 'verzekering'],
    ['sjukförsäkring', 'försäkring'],
    ['Donaudampfschifffahrtsgesellschaft', 'gesellschaft'],
  ])('%s: %s', async (title, search) => {
    expect(await finds(service, 'events', { title }, search, search.toUpperCase(), title)).toEqual([true, true, true]);
  });

  it('within the text and the subject of an email, and in the name of a contact', async () => {
    const body_plain =
      'Ich habe die Unterlagen der Krankenversicherung noch nicht gefunden, und das ist mir nicht recht.';
    expect(
      await finds(service, 'emails', { subject: 'Stromrechnung', body_plain }, 'versicherung', 'rechnung'),
    ).toEqual([true, true]);
    expect(await finds(service, 'contacts', { display_name: 'Bauunternehmen Klein' }, 'unternehmen')).toEqual([true]);
  });

  it('that a German text has broken with soft hyphens', async () => {
    const body_plain =
      'Wir haben die Kranken\u00adversicherung und die Geschäfts\u00adführung nicht gefunden, und das ist für uns nicht recht.';
    const searches = ['versicherung', 'fuehrung', 'geschaeftsfuehrung', 'Geschäfts\u00adführung'];
    expect(await finds(service, 'emails', { body_plain }, ...searches)).toEqual([true, true, true, true]);
  });

  it.each([
    ['Krankenversicherung', 'versicherung'],
    ['Re: Your Geschäftsführung', 'fuehrung'],
    ['Die Unterlagen für den Mietvertrag', 'vertrag'],
    ['Grüße vom Bürgermeister', 'meister'],
    ['uw huurcontract en het verslag', 'contract'],
  ])('in the subject of an English email: %s', async (subject, search) => {
    const made = { subject, body_plain: ENGLISH, attachments: [] };
    expect(await finds(service, 'emails', made, search)).toEqual([true]);
  });

  it('with the operator of a field', async () => {
    const made = { from_address: 'a@example.org', received_at: '2026-02-17', subject: 'Heizkostenabrechnung' };
    const { body } = await service.ask('POST', '/emails', made);
    const { id } = (body as { data: { id: string } }).data;
    const found = async (q: string) =>
      ((await service.ask('GET', `/emails?q=${encodeURIComponent(q)}`)).body as { data: { id: string }[] }).data.map(
        (one) => one.id,
      );
    expect([await found('subject:abrechnung'), await found('from:abrechnung')]).toEqual([[id], []]);
    expect(await found('heizkostenabrechnung -subject:abrechnung')).toEqual([]);
  });

  it('but a phrase finds words as they are written', async () => {
    const title = 'neue Krankenversicherung ab Mai';
    expect(
      await finds(service, 'events', { title }, '"neue versicherung"', '"versicherung ab"', 'neue versicherung'),
    ).toEqual([false, false, true]);
  });

  it('but neither endings nor parts of English words', async () => {
    expect(await finds(service, 'events', { title: 'Einladungen' }, 'ungen', 'dungen', 'ladungen')).toEqual([
      false,
      false,
      true,
    ]);
    const english = { body_plain: `${ENGLISH} The background of the announcement is available.` };
    expect(await finds(service, 'emails', english, 'ground', 'nouncement', 'lable', 'background')).toEqual([
      false,
      false,
      false,
      true,
    ]);
    for (const subject of ['Invoice', 'An invoice of the Bauübergabe that you have'])
      expect(await finds(service, 'emails', { subject, body_plain: ENGLISH }, 'voice', 'invoice')).toEqual([
        false,
        true,
      ]);
  });
});

describe('umlauts are found in both spellings', () => {
  // biome-ignore format: a table
  it.each([
    ['Geschäftsführung', ['geschaeftsfuehrung', 'geschäftsführung', 'geschaftsfuhrung', 'Geschaeftsf'], true],
    ['Geschaeftsfuehrung', ['geschaeftsfuehrung', 'geschäftsführung', 'GESCHÄFTSF'], true],
    ['Müller', ['mueller', 'müller', 'muller', 'muel'], true],
    ['Mueller', ['mueller', 'müller', 'mu\u0308ller'], true],
    ['Mu\u0308ller', ['mueller', 'müller'], true],
    ['Straße', ['strasse', 'straße', 'STRASSE'], true],
    ['Strasse', ['strasse', 'straße'], true],
    ['Österreich', ['oesterreich', 'österreich'], true],
    ['Oesterreich', ['österreich'], true],
    ['trump', ['true'], false],
    ['Muller', ['mueller'], false],
  ])('%s: %j %s', async (display_name, searches, found) => {
    expect(await finds(service, 'contacts', { display_name }, ...searches)).toEqual(searches.map(() => found));
  });
});

interface Result {
  highlights: { parts: { text: string; match: boolean }[] }[];
}

it('a result shows the compound in which the word was found', async () => {
  const subject = 'Ihre Krankenversicherung und die Geschäftsführung';
  await service.ask('POST', '/emails', { from_address: 'a@example.org', received_at: '2026-02-17', subject });
  const shown = async (q: string) => {
    const { body } = await service.ask('GET', `/search?kinds=emails&q=${encodeURIComponent(q)}`);
    const { data } = body as { data: { emails: { results: Result[] } } };
    const [first] = data.emails.results;
    return first?.highlights.flatMap(({ parts }) => parts.filter(({ match }) => match).map(({ text }) => text));
  };
  expect(await shown('versicherung')).toEqual(['Krankenversicherung']);
  expect(await shown('fuehrung')).toEqual(['Geschäftsführung']);
  expect(await shown('geschaeftsfuehrung')).toEqual(['Geschäftsführung']);
  const broken = 'Vertrags\u00adver\u00adlängerung';
  await service.ask('POST', '/emails', { from_address: 'a@example.org', received_at: '2026-02-17', subject: broken });
  for (const q of ['vertragsverl', 'verlängerung', 'verlaengerung']) expect(await shown(q)).toEqual([broken]);
});
