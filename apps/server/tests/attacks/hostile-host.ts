/** Where the attacker's own web server listens; the attacked node is allowed to reach it as if it were public. */
export const HOST_PORT = 48_913
