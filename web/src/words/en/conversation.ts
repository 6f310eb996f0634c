// English texts of the area conversation.
export const conversation = {
  title: 'Conversation',
};
