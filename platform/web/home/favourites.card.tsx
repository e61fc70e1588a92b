/** Pages the person has marked, and those he opens most. */
import { useQuery } from '@tanstack/react-query'
import { StarFilled } from '@ant-design/icons'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { useFavourites } from './common-menu.ts'
import { isSubject, pagesIn, pathOf } from '../page/routes.ts'
import { useShell } from '../page/shell-context.ts'
import { CardEmpty, CardLoading } from '../cards/card-frame.tsx'
import { CardLink } from '../cards/card-link.tsx'
import type { HomeCardProps } from '../cards/home-cards.ts'

const shownMax = 12

interface Clicks {
  readonly menuId: string
  readonly times: number
}

export default function FavouritesCard({ large }: HomeCardProps) {
  const { modules } = useShell()
  const marked = useFavourites()
  const { data, isPending } = useQuery({
    queryKey: ['ownClicks'],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly Clicks[] }>('/systemMenuClick/count', {}, { signal, quiet: true })).list,
    throwOnError: false,
  })
  if (isPending) return <CardLoading />
  const pages = new Map(
    modules
      .flatMap(({ menus }) => [...menus.filter(isSubject), ...pagesIn(menus)])
      .flatMap(menu => (menu.menuId === null ? [] : [[menu.menuId, menu] as const])),
  )
  const often = (data ?? []).filter(one => !marked.includes(one.menuId))
  const rows = [...marked.map(menuId => ({ menuId, times: null })), ...often].flatMap(({ menuId, times }) => {
    const menu = pages.get(menuId)
    return menu === undefined ? [] : [{ menuId, menu, times }]
  })
  if (rows.length === 0) return <CardEmpty text={t('收藏的页面和常用的页面会出现在这里')} />
  return (
    <ul className="zg-card-rows">
      {rows.slice(0, large ? rows.length : shownMax).map(({ menuId, menu, times }) => (
        <li key={menuId}>
          <CardLink to={pathOf(menu)}>{menu.meta.title}</CardLink>
          <small>{times === null ? <StarFilled aria-label={t('已收藏')} /> : t('{times} 次', { times })}</small>
        </li>
      ))}
    </ul>
  )
}
