comment on table call is 'The record of a call that ended; changed only to forget what was said to a contact that was deleted.';
