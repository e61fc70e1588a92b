/** Chooses the organisation one works in. Everything on screen belongs to it, so a switch starts the browser anew at home. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { session } from '../../api/session.ts'
import { browser } from '../../api/sign-in-again.ts'
import { t } from '../../i18n/t.ts'
import { homePath } from '../../page/guard.ts'
import type { Organisation } from '../../page/profile.ts'
import { shellKey, useShell } from '../../page/shell-context.ts'
import { stopStoringTabs } from '../tabs/stored-tabs.ts'

const reloadAfterMs = 100

export function OrganisationSelect() {
  const { profile, go } = useShell()
  const { data, error } = useQuery({
    queryKey: [shellKey, 'organisations'],
    queryFn: ({ signal }) => api.post<Organisation[]>('/SysOrganization/list', {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  useEffect(() => {
    if (error instanceof ApiError) feedback.warning(t('获取组织失败！'))
  }, [error])

  const organisations = data ?? profile.organizationList ?? []
  const current = session.organisationId() ?? profile.curOrganization?.orgId
  const switchTo = (orgId: string): void => {
    void stopStoringTabs()
    session.setOrganisationId(orgId)
    go(homePath)
    setTimeout(browser.reload, reloadAfterMs)
  }
  return (
    <Select
      className="zg-organisation"
      variant="borderless"
      aria-label={t('组织')}
      value={current}
      options={organisations.map(({ orgId, orgName }) => ({ value: orgId, label: orgName }))}
      popupMatchSelectWidth={false}
      onChange={switchTo}
    />
  )
}
