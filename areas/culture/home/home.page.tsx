/** The culture home: cards of the parts of company culture, the same for all; also where a module without pages leads. */
import { CardFailed, CardFrame, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { usePlaceCards } from '#platform/web/cards/use-home-cards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { shownName } from '#platform/web/page/profile.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import '#platform/web/home/home.css'
import './home.css'

export default function CultureHomePage() {
  const { menu } = usePage()
  const { profile } = useShell()
  const { data, error, refetch } = usePlaceCards('culture')
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-home zg-culture-home">
      <div className="zg-home-head">
        <h1>{menu.meta.title}</h1>
        <p>{t('{name}，今天公司有这些新鲜事', { name: shownName(profile) })}</p>
      </div>
      <div className="zg-home-cards">
        {data.map(card => (
          <CardFrame key={card.key} card={card} />
        ))}
      </div>
    </div>
  )
}
