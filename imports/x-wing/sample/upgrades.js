[
  {"name": "Ion Cannon Turret", "id": 0, "slot": "Turret", "points": 5, "attack": 3, "range": "1-2", "text": "left out", "xws": "ioncannonturret"},
  {"name": "Proton Torpedoes", "id": 1, "slot": "Torpedo", "points": 4, "attack": 4, "range": "2-3", "text": "left out", "xws": "protontorpedoes"},
  {"name": "R2-D2", "id": 3, "unique": true, "slot": "Astromech", "points": 4, "text": "left out", "xws": "r2d2"},
  {"name": "R2-D2", "id": 62, "unique": true, "slot": "Crew", "points": 4, "faction": "Rebel Alliance", "text": "left out", "xws": "r2d2-swx22"},
  {"name": "Kyle Katarn", "id": 74, "unique": true, "slot": "Crew", "points": 3, "text": "left out", "faction": "Rebel Alliance", "xws": "kylekatarn"},
  {"name": "Nien Nunb", "id": 32, "unique": true, "faction": "Rebel Alliance", "slot": "Crew", "points": 1, "text": "left out", "xws": "niennunb"},
  {"text": "left out", "name": "Adaptability (+1)", "xws": "adaptability", "points": 0, "slot": "Elite", "id": 233, "dualCard": 232},
  {"text": "left out", "name": "Adaptability (-1)", "xws": "adaptability", "points": 0, "slot": "Elite", "id": 232, "dualCard": 233},
  {"name": "Twin Laser Turret", "id": 138, "range": "2-3", "slot": "Turret", "points": 6, "text": "left out", "xws": "twinlaserturret"},
  {"name": "BTL-A4 Y-wing", "id": 169, "slot": "Title", "points": 0, "ship": ["Y-wing"], "text": "left out", "xws": "btla4ywing"},
  {"name": "TIE/x1", "id": 170, "slot": "Title", "points": 0, "ship": ["TIE Advanced"], "text": "left out", "grants": [{"type": "slot", "name": "System"}], "xws": "tiex1"},
  {"name": "Attanni Mindlink", "xws": "attannimindlink", "text": "left out", "points": 1, "slot": "Elite", "faction": "Scum and Villainy", "squadLimited": 2, "id": 236},
  {"name": "Quad Laser Cannons", "id": 65, "slot": "Hardpoint", "points": 6, "energy": 2, "attack": 3, "range": "1-2", "text": "left out", "xws": "quadlasercannons"},
  {"name": "Homing Missiles", "id": 17, "slot": "Missile", "attack": 4, "range": "2-3", "points": 5, "text": "left out", "xws": "homingmissiles"},
  {"text": "left out", "name": "ARC Caster", "xws": "arccaster", "points": 2, "slot": "Cannon", "range": "1", "attack": 4, "faction": "Scum and Villainy", "id": 310, "dualCard": 311},
  {"text": "left out", "name": "ARC Caster (Recharging)", "xws": "arccaster", "points": 2, "slot": "Cannon", "faction": "Scum and Villainy", "id": 311, "dualCard": 310},
  {"name": "Anti-Pursuit Lasers", "id": 177, "slot": "Modification", "points": 2, "text": "left out", "size": ["large"], "xws": "antipursuitlasers"}
]
