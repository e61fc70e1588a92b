/** Company sign-ins of one's own: linked and taken away. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, List } from 'antd'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, api } from '#platform/web/api/client.ts'
import { browser } from '#platform/web/api/sign-in-again.ts'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { Asked } from '#platform/web/widgets/confirm.tsx'

interface Linkable {
  readonly id: string
  readonly name: string
  readonly link: { readonly subject: string; readonly linkedAt: string } | null
}
const linksKey = ['ownLinks']
/** A refusal has been shown by then. */
const shown = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
}

export function OwnLinks() {
  const queryClient = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const ticket = parameters.get('sso')
  useEffect(() => {
    if (ticket === null) return
    setParameters({}, { replace: true })
    // it tells why nothing was linked
    api.post('/auth/sso/finish', { ticket }).catch(shown)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for a ticket
  }, [ticket])
  const { data } = useQuery({ queryKey: linksKey, queryFn: ({ signal }) => api.post<Linkable[]>('/companyLink/list', {}, { signal }) })
  if (data === undefined || data.length === 0) return null
  const begin = (providerId: string): void =>
    void api.post<{ url: string }>('/companyLink/begin', { providerId }).then(({ url }) => browser.goTo(url), shown)
  const remove = (providerId: string): void =>
    void api
      .write('/companyLink/remove', { providerId })
      .catch(shown)
      .finally(() => void queryClient.invalidateQueries({ queryKey: linksKey }))
  return (
    <List
      header={t('企业登录')}
      dataSource={data}
      rowKey="id"
      renderItem={({ id, name, link }) => (
        <List.Item
          actions={[
            link === null ? (
              <Button key="link" type="link" onClick={() => begin(id)}>
                {t('关联')}
              </Button>
            ) : (
              <Asked key="unlink" loses title={t('解除“{name}”的关联？', { name })} okText={t('解除')} onConfirm={() => remove(id)}>
                <Button type="link">{t('解除')}</Button>
              </Asked>
            ),
          ]}
        >
          <List.Item.Meta
            title={name}
            description={link === null ? t('未关联') : `${link.subject} · ${t('关联于 {at}', { at: showInstant(link.linkedAt) })}`}
          />
        </List.Item>
      )}
    />
  )
}
