-- Whether a call can come to a voice agent before it was said that the voice is artificial: the claim calls no number of the European Union then.
-- Null: a flow from before this was known, which is judged when its task is published, resumed or changed.
alter table call_flow add column has_undisclosed_agent boolean;
