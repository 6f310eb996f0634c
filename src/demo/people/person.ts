// A person or company in the address book; the lists beside this file use these functions.
export interface Person {
  /** The key that the mails and events of the demo use. */
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
  /** 1956-03-04, or 03-04 if the year is unknown. */
  born?: string;
  custom?: Record<string, unknown>;
  source?: string;
  /** Whether it is in the trash. */
  deleted?: true;
}

/** A person with a first and a last name. */
export function person(key: string, first: string, last: string, email: string | null, more: More = {}): Person {
  return { key, name: `${first} ${last}`, first, last, email, more };
}

/** A company, an office, or a person known by one name. */
export function firm(key: string, name: string, email: string | null, more: More = {}): Person {
  return { key, name, first: null, last: null, email, more };
}
