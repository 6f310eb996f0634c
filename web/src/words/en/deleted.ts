// English texts of deleted events and contacts.
export const deleted = {
  trash: 'Trash',
  parts: { mail: 'Mail', events: 'Events', contacts: 'Contacts' },
  titles: { events: 'Deleted events', contacts: 'Deleted contacts' },
  restore: 'Restore',
  restoreOne: { events: 'Restore the deleted event', contacts: 'Restore the deleted contact' },
  erase: 'Delete permanently',
  eraseOne: { events: 'Delete the deleted event permanently', contacts: 'Delete the deleted contact permanently' },
  deletedOn: (day: string) => `Deleted: ${day}`,
  restored: (title: string) => `${title} restored.`,
  show: 'Show',
  eraseTitle: (title: string) => `Delete “${title}” permanently?`,
  eraseSeries: 'It repeats, and all of its events are deleted.',
  eraseText: 'This cannot be undone.',
  erased: (title: string) => `${title} deleted permanently.`,
  restoredElsewhere: (title: string) => `${title} was restored elsewhere meanwhile, so it was not deleted.`,
  gone: (title: string) => `${title} was deleted permanently elsewhere meanwhile.`,
  notLoaded: 'The list could not be loaded',
  empty: {
    events: {
      title: 'No deleted events',
      text: 'Events that you delete are kept here until you restore them or delete them permanently.',
      back: 'Go to the calendar',
    },
    contacts: {
      title: 'No deleted contacts',
      text: 'Contacts that you delete are kept here until you restore them or delete them permanently.',
      back: 'Go to the contacts',
    },
  },
};
