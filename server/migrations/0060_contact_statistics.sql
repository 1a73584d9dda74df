-- == contacts ==

-- To a list that the statistics do not know, PostgreSQL expects no contact to belong: it then takes any index of the list, and reads all of it
-- for each page. By default, a list of less than a tenth of all contacts stays unknown.
alter table contact set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
