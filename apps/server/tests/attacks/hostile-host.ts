/** Where the attacker's own web server listens; the attacked node is allowed to reach it as if it were public. */
export const hostPort = 48_913
