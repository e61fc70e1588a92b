/** Home: a greeting and the day, what needs this person now as cards of the areas, and every page he may open. */
import dayjs from 'dayjs'
import { Alert, Button, Card } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { isListed, ModulePages } from './module-pages.tsx'
import { leavesOf } from '../page/routes.ts'
import { withReload } from '../page/chunk-load.ts'
import { isOfDepartment } from '../page/find-pages.ts'
import { shownName } from '../page/profile.ts'
import { useShell } from '../page/shell-context.ts'
import { CardFailed, CardFrame, CardLoading } from '../cards/card-frame.tsx'
import { greetingAt } from './greeting.ts'
import { emptyLast } from '../cards/empty-cards.ts'
import type { ShownCard } from '../../declare/wire-home.ts'
import { Beginnings } from './beginnings.tsx'
import { useHomeCards } from '../cards/use-home-cards.ts'
import './home.css'

const ArrangeDrawer = lazy(withReload(() => import('./arrange-drawer.tsx')))

/** Places kept while nobody knows yet which cards there are. */
const placesKept = 4

/** The order that was drawn first holds while the same cards are there. */
function orderOnce<C extends { readonly key: string }>(): (cards: readonly C[]) => readonly C[] {
  let drawn: { readonly asked: string; readonly keys: readonly string[] } | null = null
  return cards => {
    const asked = cards.map(one => one.key).join('\n')
    if (drawn?.asked !== asked) drawn = { asked, keys: emptyLast(cards).map(one => one.key) }
    const { keys } = drawn
    return cards.toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
  }
}

function Cards() {
  const { data, isArranged, error, refetch } = useHomeCards()
  // as it was when the page was opened: a card that becomes empty stays where it is
  const [inOrder] = useState(() => orderOnce<ShownCard>())
  const [arranging, setArranging] = useState<'never' | 'open' | 'closed'>('never')
  if (data === undefined)
    return error === null ? (
      <div className="zg-home-cards" aria-busy>
        {Array.from({ length: placesKept }, (_, at) => (
          <Card
            key={at}
            size="small"
            className="zg-home-card"
            data-strip={at === 0 ? 'figures' : undefined}
            data-wide={at === 1 || undefined}
            title={' '}
          >
            <CardLoading />
          </Card>
        ))}
      </div>
    ) : (
      <CardFailed error={error} onRetry={() => void refetch()} />
    )
  const shown = inOrder(data.filter(card => !card.hidden))
  return (
    <>
      <div className="zg-home-tools">
        <Beginnings />
        <Button size="small" onClick={() => setArranging('open')}>
          {t('调整首页')}
        </Button>
      </div>
      <div className="zg-home-cards" data-usual={!isArranged || undefined}>
        {shown.map(card => (
          <CardFrame key={card.key} card={card} />
        ))}
      </div>
      {arranging !== 'never' && (
        <Suspense fallback={null}>
          <ArrangeDrawer cards={data} isArranged={isArranged} open={arranging === 'open'} onClose={() => setArranging('closed')} />
        </Suspense>
      )}
    </>
  )
}

/** One's department, which opens the centre of it. */
function Department({ name }: { name: string }) {
  const { routes, open } = useShell()
  const centre = routes.find(({ menu: { meta } }) => meta.at === 'beside' && isOfDepartment(meta, name))
  if (centre === undefined) return name
  const go = (event: { preventDefault(): void }): void => {
    event.preventDefault()
    open(centre.path)
  }
  return (
    <a href={centre.path} title={centre.title} onClick={go}>
      {name}
    </a>
  )
}

export default function HomePage() {
  const { profile, modules } = useShell()
  const now = dayjs()
  const withPages = modules.filter(module => leavesOf(module.menus).length > 0)
  const day = currentLanguage() === 'zh-CN' ? now.format('YYYY年M月D日 dddd') : now.format('dddd, D MMMM YYYY')
  return (
    <div className="zg-home">
      <div className="zg-home-head">
        <h1>{greetingAt(now.hour(), shownName(profile))}</h1>
        <p>
          {day}
          {profile.deptName !== null && profile.deptName !== '' && (
            <>
              {' · '}
              <Department name={profile.deptName} />
            </>
          )}
        </p>
      </div>
      {withPages.length === 0 && (
        <Alert className="zg-home-nothing" type="info" showIcon title={t('还没有可用的页面，请联系系统管理员分配权限。')} />
      )}
      <Cards />
      {withPages.length > 0 && (
        <div className="zg-home-modules">
          {withPages.filter(isListed).map(module => (
            <ModulePages key={module.moduleId} module={module} />
          ))}
        </div>
      )}
    </div>
  )
}
