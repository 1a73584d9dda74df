-- == tasks ==

-- Whether its calls go to the simulator. Decided when it is published, and again only by somebody who says so: a trunk that is added later rings
-- nobody of a task that was published without one. Null of a draft, and of a task that an earlier version has published: a node decides about
-- those when it starts, because only it knows what GATEWAY names.
alter table task add column is_simulated boolean;
-- Why it is PAUSED, if somebody or something gave a reason.
alter table task add column pause_reason text;

-- == dialer ==

-- As of a task: what was asked for while all calls were simulated rings no real phone later. Null as there.
alter table single_call add column is_simulated boolean;
