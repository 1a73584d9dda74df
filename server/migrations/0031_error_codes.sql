-- == imports ==

-- Errors with the same consequence share a code; what was the code is the reason.
update import_job
set error = error || jsonb_build_object('code', merged.code, 'params', error -> 'params' || jsonb_build_object('reason', error -> 'code'))
from (values
  ('invalid', array['unstorable_text']),
  ('field_name_invalid', array['field_reserved', 'field_name_length', 'field_name_space', 'field_name_invisible']),
  ('limit_exceeded', array['too_many_fields', 'fields_too_large', 'too_many_field_names']),
  ('file_too_large', array['workbook_too_many_parts', 'workbook_too_big', 'workbook_too_much_text', 'too_many_rows', 'too_many_columns',
    'cell_too_long', 'row_too_long', 'table_too_long', 'file_too_slow', 'file_too_much_memory']),
  ('file_unsupported', array['file_unknown_kind', 'file_other_kind', 'file_old_excel', 'file_encrypted', 'workbook_missing']),
  ('file_unreadable', array['file_empty', 'workbook_damaged', 'quote_left_open', 'text_after_quote']),
  ('file_layout_wrong', array['header_row_missing', 'sheet_unknown', 'title_twice', 'title_phone_missing'])
) merged (code, reasons)
where error ->> 'code' = any (merged.reasons);
