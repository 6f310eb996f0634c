// A person or firm of the address book, as the lists beside this file write them down.

export interface Person {
  /** How the mails and events of the demo name them. */
  key: string;
  name: string;
  first: string | null;
  last: string | null;
  email: string | null;
  more: More;
}

export interface More {
  work?: boolean;
  /** A second address. */
  also?: string;
  mobile?: string;
  phone?: string;
  home?: string;
  company?: string;
  job?: string;
  /** Street, postal code, city, country. */
  lives?: [street: string, postalCode: string, city: string, country: string];
  notes?: string;
  tags?: string[];
  /** 1956-03-04, or 03-04 where the year is not known. */
  born?: string;
  custom?: Record<string, unknown>;
  source?: string;
  /** In the trash. */
  deleted?: true;
}

/** Someone with a first and a last name. */
export function person(key: string, first: string, last: string, email: string | null, more: More = {}): Person {
  return { key, name: `${first} ${last}`, first, last, email, more };
}

/** A firm, an office, or someone known by one name. */
export function firm(key: string, name: string, email: string | null, more: More = {}): Person {
  return { key, name, first: null, last: null, email, more };
}
