-- == tasks ==

-- The flow of a task that is published is its first version, whoever publishes it: also a node of the release before, which knows of no versions.
create function number_flow() returns trigger language plpgsql as $$
begin
  update call_flow set task_id = new.id, version = 1, version_time = new.start_time, actor = coalesce(
      (select actor from audit where task_id = new.id and operation = 'publish' order by id desc limit 1), ''
    )
  where id = new.flow_id;
  return null;
end
$$;
create trigger task_published after update of start_time on task
for each row when (old.start_time is null and new.start_time is not null and new.flow_id is not null)
execute function number_flow();
