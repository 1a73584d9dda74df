// Files that cannot be read. `row` of the error is the row at fault, if it is one.
import type { FaultDefinition } from './fault-definition.ts'

export const fileFaults = {
  file_required: { code: 'upload_invalid', meaning: 'the upload has no part named file' },
  file_part_wrong: {
    code: 'upload_invalid',
    meaning: 'the file is in a part with another name',
    params: { part: 'text' },
  },
  upload_too_many_parts: {
    code: 'upload_invalid',
    meaning: 'the upload has more than one file, or too many other parts',
  },
  upload_broken: { code: 'request_incomplete', meaning: 'the upload is malformed or was cut off' },
  too_many_bytes: {
    code: 'file_too_large',
    meaning: 'the file has too many bytes',
    params: { maxBytes: 'number' },
  },
  header_row_missing: {
    code: 'file_layout_wrong',
    meaning: 'the file has no such row',
    params: { row: 'number' },
  },
  sheet_unknown: {
    code: 'file_layout_wrong',
    meaning: 'the workbook has no sheet of this name',
    params: { sheet: 'text', sheets: 'texts' },
  },
  file_empty: { code: 'file_unreadable', meaning: 'the file has no row' },
  file_unknown_kind: { code: 'file_unsupported', meaning: 'the file is neither CSV nor an Excel workbook' },
  file_other_kind: {
    code: 'file_unsupported',
    meaning: 'the file is of another kind',
    params: { kind: 'text' },
  },
  file_old_excel: { code: 'file_unsupported', meaning: 'the file is an Excel file before 2007 (.xls)' },
  file_encrypted: { code: 'file_unsupported', meaning: 'the workbook has a password' },
  encoding_unknown: {
    meaning: 'the encoding of the file is not recognised: `encodings` has the choices',
    params: { encodings: 'texts' },
  },
  encoding_wrong: { meaning: 'the file is not in the encoding named', params: { encoding: 'text' } },
  workbook_missing: { code: 'file_unsupported', meaning: 'the ZIP archive has no workbook in it' },
  workbook_damaged: { code: 'file_unreadable', meaning: 'the workbook is damaged or incomplete' },
  workbook_too_many_parts: { code: 'file_too_large', meaning: 'the workbook has too many parts' },
  workbook_too_big: { code: 'file_too_large', meaning: 'the workbook is too large once unpacked' },
  workbook_too_much_text: { code: 'file_too_large', meaning: 'the workbook holds too much text' },
  quote_left_open: {
    code: 'file_unreadable',
    meaning: 'a quote that opens in this line is not closed where its cell ends',
    params: { line: 'number' },
  },
  text_after_quote: {
    code: 'file_unreadable',
    meaning: 'a cell of the row has text after its closing quote',
  },
  too_many_rows: { code: 'file_too_large', meaning: 'the file has too many rows', params: { max: 'number' } },
  too_many_columns: {
    code: 'file_too_large',
    meaning: 'the row has too many columns',
    params: { max: 'number' },
  },
  cell_too_long: {
    code: 'file_too_large',
    meaning: 'the cell in this column has too many characters',
    params: { column: 'text', max: 'number' },
  },
  row_too_long: {
    code: 'file_too_large',
    meaning: 'the row has too many characters',
    params: { max: 'number' },
  },
  table_too_long: {
    code: 'file_too_large',
    meaning: 'the file has too many characters',
    params: { max: 'number' },
  },
  file_too_slow: {
    code: 'file_too_large',
    meaning: 'the file takes too long to read',
    params: { seconds: 'number' },
  },
  file_too_much_memory: {
    code: 'file_too_large',
    meaning: 'the file takes too much memory to read',
    params: { megabytes: 'number' },
  },
  file_not_icalendar: {
    code: 'file_unsupported',
    meaning: 'the file is not an iCalendar file',
    params: { problem: 'text' },
  },
  event_unreadable: {
    code: 'file_unreadable',
    meaning: 'an event of the calendar cannot be read',
    params: { name: 'text', problem: 'text' },
  },
  no_events: { code: 'file_unreadable', meaning: 'the calendar has no event in the years that are read' },
  calendar_too_slow: {
    code: 'file_too_large',
    meaning: 'the events of the calendar repeat so often that it takes too long to read',
    params: { seconds: 'number' },
  },
  audio_unknown_kind: { code: 'file_unsupported', meaning: 'the audio is neither WAV, MP3 nor OGG' },
  audio_too_long: { code: 'file_too_large', meaning: 'the audio is too long', params: { minutes: 'number' } },
  audio_unreadable: {
    code: 'file_unreadable',
    meaning: 'the audio cannot be read',
    params: { problem: 'text' },
  },
  title_twice: {
    code: 'file_layout_wrong',
    meaning: 'two columns have this title',
    params: { title: 'text' },
  },
  title_phone_missing: {
    code: 'file_layout_wrong',
    meaning: 'no column has the title phoneNumber',
    params: { titles: 'texts' },
  },
} as const satisfies Record<string, FaultDefinition>
