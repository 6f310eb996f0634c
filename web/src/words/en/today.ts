// English texts of the area today.
export const today = {
  title: 'Today',
};
