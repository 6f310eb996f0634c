// English texts of the area calendar.
export const calendar = {
  title: 'Calendar',
};
