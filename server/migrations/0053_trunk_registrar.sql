-- The node that registers the trunk with its carrier: a member of dialer_node, or one that is gone, so that another node may take the trunk over.
alter table trunk add column registrar uuid;
