-- A flow ends in a code or a session of its own; it refers to none.
alter table auth.flow_states drop column session_id;
