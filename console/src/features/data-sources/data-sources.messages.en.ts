export const en = {
  title: 'Data sources',
  imported: 'Imported contacts',
  label: 'Data sources',
  searchByName: 'Search by name',
  newDataSource: 'New data source',
  columns: {
    name: 'Name',
    description: 'Description',
    contacts: 'Contacts',
    created: 'Created',
    updated: 'Last changed',
  },
  empty: 'No data sources yet',
  emptyHint:
    'A data source is a named list of contacts that tasks dial. Create one, then import your contacts into it.',
  noMatch: 'No matching data sources',
  noMatchHint: 'Try another part of the name.',
  contactCount: (count: string) => (count === '1' ? '1 contact' : `${count} contacts`),
  edit: 'Edit',
  exportContacts: 'Contacts',
  exportCalls: 'Calls',
  newTask: 'New task',
  form: {
    titleNew: 'New data source',
    titleEdit: 'Edit data source',
    name: 'Name',
    description: 'Description',
    nameField: 'Display name',
    nameFieldHint: 'The field that is shown as the name of a contact, such as customerName.',
    nameFieldHintNew:
      'The field that is shown as the name of a contact. If you leave it empty, the first import recognizes it.',
    countryHint:
      'Applies to numbers without a country code. If you change it, all numbers are compared again.',
    create: 'Create',
    save: 'Save',
    created: 'Data source created; now import its contacts',
    saved: 'Data source saved',
    savedWithDuplicates: (count: number) =>
      count === 1
        ? 'Data source saved. With this country, 1 contact has the same number as another one.'
        : `Data source saved. With this country, ${count} contacts have the same number as another one.`,
  },
}
