-- A plan whose buyer owns no family any more ends with its period: since when that is so, as the provider has it, too. Null where it goes on, or
-- where its buyer has ended it.
alter table purchases add column unused_since timestamptz;
