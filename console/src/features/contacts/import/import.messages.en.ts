import type { Encoding, Schemas } from '@carillon/client'

type FailureWords = Record<
  Schemas['ImportFailure']['code'],
  (params: Record<string, string | number>) => string
>

const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

const encodings: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  gb18030: 'Chinese, simplified (GB18030, GBK)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  'windows-874': 'Thai (Windows-874)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Western European (Macintosh)',
}

const failures: FailureWords = {
  phone_missing: () => 'The row has no phone number',
  phone_formula_without_result: () =>
    'The phone number is a formula without a stored result: open the file in a spreadsheet program and save it again',
  phone_invalid: () => 'Not a phone number: it must have 3 to 20 digits, optionally after a +',
  phone_decimal: () => 'The phone number has a decimal ending such as .0',
  phone_shortened: () =>
    'A spreadsheet has shortened the phone number, and its last digits are lost. Make the column text there, and export it again.',
  duplicate: ({ row }) =>
    row === undefined ? 'The number is already in the data source' : `The number is already in row ${row}`,
  text_after_quote: () => 'The cell has text after its closing quote',
  too_many_cells: ({ max }) => `The row has more cells than the title row, which has ${max}`,
  field_unstorable: () => 'The cell contains a character that cannot be stored',
  field_too_long: ({ max }) => `The cell has more than ${max} characters`,
  too_many_fields: ({ max }) => `The contact would have more than ${max} custom fields`,
  fields_too_large: ({ maxBytes }) =>
    `Together, the custom fields of the contact are larger than ${Number(maxBytes) / 1024} KiB`,
  already_listed: ({ row }) =>
    row === undefined ? 'The number is already on the list' : `The number is already in row ${row}`,
  expire_time_passed: () => 'This time has passed, so the number would not be protected',
  country_unknown: () => 'The country of the number is not known',
  call_time_invalid: () => 'Not a time that can be read: write it as YYYY-MM-DD HH:MM',
  consent_incomplete: () =>
    'A consent needs its purpose, its words and when it was given (not in the future); its end must be later',
  call_until_not_later: () => 'The time to stop calling must be later than the time to start',
  expire_time_invalid: () => 'Not a date or a time: it must be YYYY-MM-DD or YYYY-MM-DD HH:MM:SS',
}

const results: Record<Schemas['ImportJob']['status'], string> = {
  uploaded: 'The import has not started yet',
  running: 'The import is running',
  completed: 'The import is done',
  canceled: 'The import was canceled',
  failed: 'The import failed',
  undoing: 'The import is being undone',
  undone: 'The import was undone',
}

export const en = {
  comma: ', ',
  title: (name: string) => `Import contacts into ${name}`,
  drop: 'Drop a CSV or Excel file here',
  dropHint:
    'The first row has the titles. One column has the phone numbers; all others become custom fields.',
  choose: 'Choose a file',
  fileField: 'File with contacts',
  sample: 'Download a sample file',
  maxSize: 'Up to 1,000,000 rows and 200 MiB',
  notStarted: 'Uploaded, not started yet',
  uploadedBy: (time: string, actor: string) => `Uploaded at ${time} by ${actor}`,
  continue: 'Continue',
  discard: 'Discard',

  uploading: (name: string) => `Uploading ${name}`,
  readingPreview: 'Reading the first rows',
  interrupted: 'The upload was interrupted',
  fileRefused: 'This file cannot be imported',
  whichEncoding: 'Which encoding does the file have?',
  nothingImported: 'Nothing was imported.',
  nothingAdded: 'Nothing was imported',
  nothingLost: 'Nothing was imported. The file is still selected: upload it again.',
  again: 'Upload again',
  otherFile: 'Choose another file',

  encoding: 'Encoding',
  chooseEncoding: 'Choose the encoding',
  headerRow: 'Row with the titles',
  headerRowHint: 'Rows above it are left out.',
  noHeaderRow: 'None: the first row is a contact',
  rowNumber: (row: number) => `Row ${row}`,
  sheetChoice: 'Sheet',
  encodingHint: 'If the names below are not readable, choose another encoding.',
  encodingNeedsFile: 'To choose another encoding, upload the file again.',
  encodings,
  sheet: (name: string) => `sheet ${name}`,
  separatedBy: (separator: string) => `separated by ${separators[separator] ?? separator}`,
  columnCount: (count: number) => (count === 1 ? '1 column' : `${count} columns`),
  phoneColumn: 'Column with the phone numbers',
  phoneReasons: {
    field_name: 'Recognized because its title is phoneNumber.',
    title: 'Recognized by its title.',
    content: 'Recognized by its content: most cells are phone numbers.',
  },
  phoneColumnUnknown: 'No column was recognized: choose the one with the phone numbers.',
  phoneColumnChosen: 'Chosen by you.',
  phoneColumnPick: 'Choose a column',
  preview: 'The first rows',
  columnsShown: (count: number) => `Only the first ${count} columns are shown.`,
  noRows: 'The file has titles but no rows below them.',
  untitled: (column: string) => `Column ${column}, no title`,
  fieldOf: (title: string) => `Field for ${title}`,
  leftOutField: 'left out',
  fieldChoices: undefined as Record<string, string> | undefined,
  fieldProblems: { required: 'Name the field', taken: 'Already used' },
  leftOut: {
    no_title: (columns: string) => `Left out (no title): ${columns}`,
    repeated_title: (columns: string) => `Left out (same title as another column): ${columns}`,
    service_field: (columns: string) => `Left out (set by the service): ${columns}`,
    invalid_title: (columns: string) => `Left out (the title cannot be a field name): ${columns}`,
    unknown_field: (columns: string) => `Left out (a do-not-call list has no such field): ${columns}`,
  },
  nameField: 'Display name',
  nameFieldHint: 'The field that is shown as the name of a contact in tables and call records.',
  nameFieldNone: 'None',
  nameFieldKept: (field: string) => `As before: ${field}`,
  countryHint: 'Applies to numbers without a country code. It is saved in the data source.',
  countryNow: 'choose one above',
  countryLater: 'Choose a country in the settings of the data source.',
  numbers: {
    checking: 'Checking the numbers',
    importable: (valid: string, all: string) => `${valid} of ${all} numbers can be imported`,
    importableOfFirst: (valid: string, all: string) => `${valid} of the first ${all} numbers can be imported`,
    unplaced: (count: string, remedy: string) => `${count} without a known country: ${remedy}`,
    unplacedIn: (count: string, country: string) =>
      `${count} without a country code, and not valid in the country ${country}`,
    unlikely: (count: string, isOne: boolean) =>
      isOne
        ? `${count} does not exist in its country; it is imported as it is`
        : `${count} do not exist in their country; they are imported as they are`,
    invalid: (count: string, isOne: boolean) =>
      isOne
        ? `${count} is not a phone number; its row will fail`
        : `${count} are not phone numbers; their rows will fail`,
    example: (row: number, number: string) => `row ${row}: ${number || '(blank)'}`,
    between: ' · ',
    unplacedTitle: (count: string, isOne: boolean) =>
      `The country of ${count} ${isOne ? 'number' : 'numbers'} is not known`,
    unplacedHint:
      'They were imported. Do-not-call lists and limits treat each as the international number with the same digits; calling hours and duplicates need the country.',
    more: (count: string) => ` and ${count} more`,
  },
  onDuplicate: 'If a number is already in the data source, or in an earlier row',
  skip: 'Skip the row; the contact stays as it is',
  update: 'Update the contact with the values of the row',
  start: 'Start the import',

  importing: (name: string) => `Importing ${name}`,
  progress: 'Progress of the import',
  readingFile: 'Checking the whole file before the first row is imported',
  rowsDone: (done: string, all: string) => `${done} of ${all} rows`,
  soFar: (done: string, failed: string) => `So far ${done} imported, ${failed} failed`,
  goesOn: 'The import continues if you close this window or the page.',
  notFollowed: 'The progress cannot be shown at the moment; the import continues',
  leave: 'Close',
  cancel: 'Cancel the import',
  cancelQuestion: {
    title: 'Cancel the import?',
    text: 'Contacts that are already imported stay in the data source.',
    action: 'Cancel the import',
    dismiss: 'Keep importing',
  },

  results,
  /** Of errors that only an import has; all others have the words of any error. */
  jobErrors: {
    import_not_started: () => 'The import was not started within a day, so the file was deleted.',
  } as Record<string, () => string>,
  rowsStay: 'Contacts that were already imported stay in the data source.',
  rows: 'Rows',
  added: 'Added',
  updated: 'Updated',
  skipped: 'Skipped',
  failed: 'Failed',
  allGood: 'Every row was imported.',
  failedRows: 'Rows that were not imported',
  failedRowsHint: 'Correct these rows in your file and import it again.',
  row: 'Row',
  column: 'Column',
  value: 'Value',
  blank: '(blank)',
  reason: 'Reason',
  failures,
  download: 'Download as CSV',
  another: 'Import another file',
  close: 'Done',
  createTask: 'Create a task with this data source',

  /** In place of the words above, for a do-not-call list. */
  doNotCall: {
    title: (name: string) => `Import numbers into ${name}`,
    dropHint:
      'The first row has the titles. One column has the phone numbers; columns for a note and an expiry are optional.',
    fileField: 'File with numbers',
    fieldChoices: { note: 'note', expireTime: 'expiry' },
    onDuplicate: 'If a number is already on the list, or in an earlier row',
    skip: 'Skip the row; the entry stays as it is',
    update: 'Replace the entry with the values of the row',
    cancelQuestion: {
      title: 'Cancel the import?',
      text: 'Numbers that are already imported stay on the list.',
      action: 'Cancel the import',
      dismiss: 'Keep importing',
    },
    rowsStay: 'Numbers that were already imported stay on the list.',
    countryNow: 'an administrator chooses the country of the service in the settings',
    countryLater: 'An administrator can choose the country of the service in the settings.',
  },
}
