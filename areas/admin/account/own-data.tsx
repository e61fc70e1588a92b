/** In the browser: one's own account as the server knows it, and how a change of it is saved. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '#platform/web/api/client.ts'
import { codes } from '#platform/web/api/envelope.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { shellKey } from '#platform/web/page/shell-context.ts'
import type { OwnAccount, OwnEmployee } from './answers.ts'

export type OwnChanges = Partial<Pick<OwnEmployee, 'avatar' | 'phone' | 'email' | 'nickname' | 'interests'>>

const ownKey = ['ownAccount']

export const useOwnAccount = () =>
  useQuery({ queryKey: ownKey, queryFn: ({ signal }) => api.get<OwnAccount>('/account/info', undefined, { signal }) })

/** Saves, says so, and brings page and top bar up to date. Throws what the server refused, with the page on the latest record. */
export function useSaveOwn() {
  const queryClient = useQueryClient()
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ownKey }),
      queryClient.invalidateQueries({ queryKey: [shellKey, 'profile'] }),
    ])
  }
  return {
    employee: async (version: number, changes: OwnChanges): Promise<void> => {
      try {
        await api.put('/userManage/employee', { version, ...changes }, { quiet: true })
      } catch (error) {
        // another window was quicker: the next try stands on what it saved
        if (error instanceof ApiError && error.code === codes.conflict) await refresh()
        throw error
      }
      await refresh()
      feedback.success(t('已保存'))
    },
    userName: async (userName: string): Promise<void> => {
      const { username } = await api.write<{ readonly username: string }>('/userManage/updateUserName', { userName }, { quiet: true })
      await refresh()
      feedback.success(t('账号已修改，下次登录请使用 {username}', { username }))
    },
  }
}
