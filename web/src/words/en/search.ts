// English texts of the area search.
export const search = {
  title: 'Search',
};
