/** 群机器人: which groups hear of what concerns this person. The session keeps the list, so that it is there at once. */
import { useQuery } from '@tanstack/react-query'
import type { NoticeRobot } from '../../declare/wire-messages.ts'
import { api } from '../api/client.ts'
import { session } from '../api/session.ts'
import { localStore } from '../api/storage.ts'
import { t } from '../i18n/t.ts'

/** of the organisation that it was read in; signing out clears it */
const storeKey = 'robotList'

interface Kept {
  readonly orgId: string | null
  readonly list: readonly NoticeRobot[]
}

function kept(): readonly NoticeRobot[] | undefined {
  const text = localStore.get(storeKey)
  if (text === null) return undefined
  const { orgId, list } = JSON.parse(text) as Kept
  return orgId === session.organisationId() ? list : undefined
}

/** undefined: not known yet, or not to be had */
function useRobots(): readonly NoticeRobot[] | undefined {
  const { data } = useQuery({
    queryKey: ['noticeRobots'],
    queryFn: async ({ signal }) => {
      const list = await api.post<readonly NoticeRobot[]>('/noticePreference/robots', {}, { signal, quiet: true })
      localStore.set(storeKey, JSON.stringify({ orgId: session.organisationId(), list } satisfies Kept))
      return list
    },
    placeholderData: kept,
    throwOnError: false,
  })
  return data
}

export function Robots() {
  const robots = useRobots() ?? []
  if (robots.length === 0) return null
  return (
    <section aria-label={t('群机器人')}>
      <div className="zg-preferences-kind">
        <h2>{t('群机器人')}</h2>
      </div>
      <ul>
        {robots.map(({ id, name, platform, notices }) => (
          <li key={id}>
            <span>
              {name}（{platform}）
            </span>
            <span className="zg-preferences-robot">{notices.join(t('、'))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
