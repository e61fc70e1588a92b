/** What saving a role would change: of the role, and of each of its people, who may hold the same by another role. */
import { t } from '#platform/web/i18n/t.ts'
import type { RoleDifference } from '../answers.ts'

/** More than these are counted, not named. */
const namedMax = 12

function Changes({ gained, lost }: { gained: readonly string[]; lost: readonly string[] }) {
  const told = (names: readonly string[]): string =>
    names.length > namedMax
      ? t('{names} 等 {n} 项', { names: names.slice(0, namedMax).join(t('、')), n: names.length })
      : names.join(t('、'))
  return (
    <ul>
      {gained.length > 0 && <li>{t('增加 {names}', { names: told(gained) })}</li>}
      {lost.length > 0 && <li>{t('失去 {names}', { names: told(lost) })}</li>}
    </ul>
  )
}

/** One list whose scope changes, in words. */
export interface ScopeChange {
  readonly title: string
  readonly from: string
  readonly to: string
}

interface DifferenceProps {
  readonly difference: RoleDifference
  readonly scopes: readonly ScopeChange[]
}

export function Difference({ difference: { gained, lost, scopesChanged, toMore, toMenu, people }, scopes }: DifferenceProps) {
  const touched = people.filter(one => one.gained.length + one.lost.length > 0)
  return (
    <div className="zg-office-difference">
      {gained.length + lost.length === 0 && <p>{t('操作权限没有变化。')}</p>}
      <Changes gained={gained} lost={lost} />
      {toMore.length > 0 && <p>{t('移到“更多”：{names}', { names: toMore.join(t('、')) })}</p>}
      {toMenu.length > 0 && <p>{t('移到菜单：{names}', { names: toMenu.join(t('、')) })}</p>}
      {scopesChanged && (
        <>
          <p>{t('数据权限有变化，保存后 1 秒内生效：')}</p>
          <ul>
            {scopes.map(one => (
              <li key={one.title}>{t('{title}：{from} → {to}', { ...one })}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {people.length === 0
          ? t('还没有人有这个角色。')
          : touched.length === 0
            ? t('{n} 人有这个角色，他们的操作权限不变（其他角色已授予）。', { n: people.length })
            : t('{n} 人的权限会变：', { n: touched.length })}
      </p>
      {touched.map((one, at) => (
        <div key={at}>
          <strong>{one.name}</strong>
          <Changes gained={one.gained} lost={one.lost} />
        </div>
      ))}
    </div>
  )
}
