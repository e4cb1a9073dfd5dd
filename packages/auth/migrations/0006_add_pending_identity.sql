-- An identity that came back to no known browser: it is linked when the code is redeemed, by whoever
-- holds the verifier of the flow, and not before.
alter table auth.flow_states add column pending_profile jsonb;
