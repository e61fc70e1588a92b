-- The word `search` of a resource. A searched text is cut into grams: each place of a run of ASCII letters and digits gives three characters,
-- each place of a run of other characters two, fewer at the end of the run. Both sides of a comparison are folded alike: width (NFKC) and
-- case. A word that stands inside a text has its grams among those of the text; that it stands there is checked on the folded text itself.
-- Plain plpgsql over built-in functions: an index may hold it, and it needs no extension and no configuration of text search.
create or replace function search_fold(variadic texts text[]) returns text language sql immutable parallel safe as $$
  select lower(normalize(array_to_string(texts, E'\n'), NFKC))
$$;
-- Long runs are taken in pieces of 64 characters: a place in a text of several bytes a character is found by counting from its beginning.
create or replace function search_grams(variadic texts text[]) returns tsvector language plpgsql immutable parallel safe cost 1000 as $$
declare
  grams text[] := '{}';
  run text[];
  rest text;
  piece text;
  width integer;
begin
  for run in select regexp_matches(lower(normalize(array_to_string(texts, E'\n'), NFKC)), '[a-z0-9]+|[^\x01-\x7f]+', 'g') loop
    rest := run[1];
    width := case when ascii(rest) < 128 then 3 else 2 end;
    while rest <> '' loop
      piece := left(rest, 66);
      for place in 1 .. least(length(piece), 64) loop
        grams := grams || substr(piece, place, width);
      end loop;
      rest := substr(rest, 65);
    end loop;
  end loop;
  return array_to_tsvector(grams);
end $$;
-- What a search asks the index for; null: nothing that an index leads to. A run shorter than a gram is the beginning of one. One or two
-- ASCII letters beside other runs are left to the check of the text: in a table of codes nearly every record has them, and to gather these
-- costs more than to look at the few that the other runs leave.
create or replace function search_query(words text) returns tsquery language plpgsql immutable parallel safe as $$
declare
  parts text[] := '{}';
  weak text[] := '{}';
  run text[];
  width integer;
begin
  for run in select regexp_matches(lower(normalize(words, NFKC)), '[a-z0-9]+|[^\x01-\x7f]+', 'g') loop
    width := case when ascii(run[1]) < 128 then 3 else 2 end;
    if width = 3 and length(run[1]) < 3 then
      weak := weak || ('''' || run[1] || ''':*');
    elsif length(run[1]) < width then
      parts := parts || ('''' || run[1] || ''':*');
    else
      for place in 1 .. length(run[1]) - width + 1 loop
        parts := parts || ('''' || substr(run[1], place, width) || '''');
      end loop;
    end if;
  end loop;
  if parts = '{}' then parts := weak; end if;
  return nullif(array_to_string(parts, ' & '), '')::tsquery;
end $$;
