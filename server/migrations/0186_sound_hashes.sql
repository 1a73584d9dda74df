-- What a call record says of the audio that was played. Null: stored by a node of the release before; it is computed when the sound is looked for.
alter table sound add column sha256 text;
