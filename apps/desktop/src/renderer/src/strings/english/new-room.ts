export const newRoom = {
  title: 'New room',
  name: 'Name',
  namePlaceholder: 'Thursday trio',
  who: 'Who may come in',
  types: {
    public: { name: 'Everybody', hint: 'Shown to all in the lobby' },
    private: { name: 'By invitation', hint: 'Only who has the link' },
    pro: { name: 'Pro', hint: 'For Pro accounts' },
  },
  password: 'Password (if you like)',
  maxUsers: 'Seats',
  create: 'Open the room',
};
