/** Beside the questions: those that are opened most, and what one has looked for. */
import { CloseOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { SearchedWords } from './answers.ts'
import { useQa } from './use-qa.tsx'

export function CommonQuestions({ onOpen }: { onOpen(id: string): void }) {
  const { data = [] } = useQa<readonly { readonly id: string; readonly question: string; readonly views: number }[]>(['common'], signal =>
    api.get('/qaList/getCommonDocList', {}, { signal, quiet: true }),
  )
  const opened = data.filter(one => one.views > 0)
  if (opened.length === 0) return null
  return (
    <section aria-label={t('常见问题')} className="zg-qa-common">
      <h2>{t('常见问题')}</h2>
      <ol>
        {opened.map(one => (
          <li key={one.id}>
            <button type="button" onClick={() => onOpen(one.id)}>
              {one.question}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One's own newest searches; each can be taken away. */
export function OwnSearches({ onChoose }: { onChoose(words: string): void }) {
  const client = useQueryClient()
  const { data = [] } = useQa<readonly SearchedWords[]>(['own'], signal => api.post('/qaSearchHistory/list', {}, { signal, quiet: true }))
  if (data.length === 0) return null
  const hide = async (keywords: string): Promise<void> => {
    await api.write('/qaSearchHistory/updateByKeywords', { keywords, hidden: true })
    await client.invalidateQueries({ queryKey: ['qaListPublished', 'own'] })
  }
  return (
    <section aria-label={t('我搜过的')} className="zg-qa-own">
      <h2>{t('我搜过的')}</h2>
      <ul>
        {data.map(one => (
          <li key={one.id}>
            <button type="button" onClick={() => onChoose(one.keywords)}>
              {one.keywords}
            </button>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('不再显示“{words}”', { words: one.keywords })}
              onClick={() => void hide(one.keywords)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
