// English texts of the area contacts.
export const contacts = {
  title: 'Contacts',
};
