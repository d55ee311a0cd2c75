-- A week's query keeps its index however the table grows.
--
-- PostgreSQL plans by the last ANALYZE. One taken while a single person had tasks says that every task is theirs and
-- of this week; a table that has grown since is then read from end to end at each query (seen at 100,000 rows: 1,325
-- pages instead of 4). The embedded backend takes statistics only when it starts, and a hosted project's autovacuum
-- comes when it comes. So it is stated here: a person has about a hundred tasks, whatever a sample says. Being a share
-- of the rows, this grows with the table. What a person really has changes nothing: docs/data-under-load.md.
alter table public.tasks alter column user_id set (n_distinct = -0.01);

-- The statement above counts from the next ANALYZE.
analyze public.tasks;
