/** Whether a record may still be chosen: codes of many small lists. */
export const inUse = { active: [1, '启用', 'Active', 'good'], stopped: [2, '停用', 'Stopped', 'quiet'] } as const
