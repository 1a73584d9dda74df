-- == calls ==

-- Written while a voice agent has the call and for an hour after it, so it is no part of the call record. `transcript`: lines with who, text
-- and offsetMs; `costs`: amount and currency by what they are for. When the contact is deleted, only the numbers remain. The key finds
-- the conversations of a task by time, because ids begin with it.
create table conversation (
  task_id uuid not null,
  call_id uuid not null,
  transcript jsonb not null default '[]',
  line_count integer not null default 0,
  summary text,
  costs jsonb not null default '{}',
  -- How the agent took turns, once it has left: milliseconds that the callee waited for each answer, how often it talked over the callee
  -- and left silence.
  turns integer[] not null default '{}',
  talked_over integer,
  silences integer,
  primary key (task_id, call_id)
) with (toast_tuple_target = 256);
comment on table conversation is 'What a voice agent has told about its call: transcript, summary and costs; and how quickly it answered.';
