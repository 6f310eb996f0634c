// The records of the API by the names that the app uses.
import type { components } from 'daybook-client';

type Schemas = components['schemas'];

export type Account = Schemas['EmailAccount'];
export type AttachedEmail = Schemas['AttachedEmail'];
export type Calendar = Schemas['Calendar'];
export type CalendarEvent = Schemas['Event'];
export type Contact = Schemas['Contact'];
export type Conversation = Schemas['Conversation'];
export type Correspondent = Schemas['Correspondent'];
export type CurrentSession = Schemas['CurrentSession'];
export type Email = Schemas['Email'];
export type Folder = Schemas['Folder'];
export type Identity = Schemas['Identity'];
export type Label = Schemas['Label'];
export type Reminder = Schemas['Reminder'];
export type Settings = Schemas['Settings'];
export type Tag = Schemas['Tag'];
export type Task = Schemas['Task'];
