/** Who watches the running of the system. Those who may change its limits are IT, whom alerts and data that stay late are told to. */
export const healthPermission = 'monitoring.health'
