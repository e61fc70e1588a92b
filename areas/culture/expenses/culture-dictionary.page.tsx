/** 文化字典: the dictionaries of company culture, as the list of all dictionary items shows them. */
import ListPage from '#platform/web/list/list-page.tsx'
import type { PageProps } from '#platform/web/page/pages.ts'

export default function CultureDictionaryPage(props: PageProps) {
  return <ListPage {...props} type="dictionaryItem" />
}
